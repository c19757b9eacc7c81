import { counted } from '@artikul/contract/plural'
import type { PriceFileFormat } from '@artikul/contract/price-files'

export const FORMAT_LABELS: Record<PriceFileFormat, string> = { xlsx: 'XLSX', csv: 'CSV' }

interface Filters {
  brands: readonly { name: string }[]
  in_stock: boolean
  point: { name: string } | null
}

const NAMED = 3

/** «MANN, BOSCH», «MANN, BOSCH, HELLA и ещё 4», «все бренды». */
export function brandsText(brands: readonly { name: string }[]): string {
  if (brands.length === 0) return 'все бренды'
  const named = brands.slice(0, NAMED).map(({ name }) => name)
  const rest = brands.length - named.length
  return named.join(', ') + (rest > 0 ? ` и ещё ${rest}` : '')
}

/** «только в наличии, сроки до точки «Сервис»». */
export const conditionsText = ({ in_stock, point }: Omit<Filters, 'brands'>): string =>
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
