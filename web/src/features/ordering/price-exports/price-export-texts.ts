import { counted } from '@artikul/contract/core/plural'
import type { PriceExportFormat } from '@artikul/contract/ordering/price-exports'

export const FORMAT_LABELS: Record<PriceExportFormat, string> = { xlsx: 'XLSX', csv: 'CSV' }

interface Filters {
  brands: readonly { name: string }[]
  groups: readonly { name: string }[]
  groups_gone: boolean
  in_stock: boolean
  point: { name: string } | null
}

const NAMED = 3

/** «MANN, BOSCH, HELLA и ещё 4». */
function namesText(chosen: readonly { name: string }[]): string {
  const named = chosen.slice(0, NAMED).map(({ name }) => name)
  const rest = chosen.length - named.length
  return named.join(', ') + (rest > 0 ? ` и ещё ${rest}` : '')
}

/** «MANN, BOSCH», «все бренды», «все бренды, группы: Колодки». */
export const chosenText = ({ brands, groups, groups_gone: isGone }: Omit<Filters, 'in_stock' | 'point'>): string =>
  [
    brands.length === 0 ? 'все бренды' : namesText(brands),
    ...(isGone ? ['группы удалены'] : []),
    ...(groups.length > 0 ? [`группы: ${namesText(groups)}`] : []),
  ].join(', ')

/** «только в наличии, сроки до точки «Сервис»». */
export const conditionsText = ({ in_stock, point }: Pick<Filters, 'in_stock' | 'point'>): string =>
  [in_stock ? 'только в наличии' : 'вместе с тем, чего нет', ...(point ? [`сроки до точки «${point.name}»`] : [])].join(
    ', ',
  )

export const rowsText = (rows: number) => counted(rows, 'строка', 'строки', 'строк')

const KB = 1024
const MB = KB * KB
const figure = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })

/** «12,4 МБ», «640 КБ». */
export const bytesText = (bytes: number) =>
  bytes < MB ? `${Math.ceil(bytes / KB)}\u00a0КБ` : `${figure.format(bytes / MB)}\u00a0МБ`

/** «07:00». */
export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`
