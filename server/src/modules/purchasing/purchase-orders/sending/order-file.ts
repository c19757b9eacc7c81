import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import {
  ORDER_FILE_FIELDS,
  type OrderFileField,
  type OrderFileLayout,
} from '@artikul/contract/purchasing/supplier-order-files'
import type { Cell } from 'write-excel-file/node'
import { textCell, writeTable } from '../../../../platform/files/xlsx.ts'
import type { OrderFileLine, FileOrder } from '../answers/files.queries.ts'

/** Default layout of order files. */
export const USUAL_LAYOUT: OrderFileLayout = Object.entries(ORDER_FILE_FIELDS).map(([field, header]) => ({
  field: field as OrderFileField,
  header,
}))

const WIDTHS: Partial<Record<OrderFileField, number>> = { name: 44, line: 32 }
const WIDTH = 18
const rubles = (kop: number): Cell => ({ value: kop / 100, type: Number, format: '0.00' })

const CELLS: Record<OrderFileField, (line: OrderFileLine) => Cell> = {
  article: ({ article }) => textCell(article),
  brand: ({ brand }) => textCell(brand),
  name: ({ name }) => textCell(name),
  qty: ({ qty }) => ({ value: qty, type: Number }),
  price: ({ purchase_kop }) => rubles(purchase_kop),
  sum: ({ purchase_kop, qty }) => rubles(lineSumKop(purchase_kop, toThousandths(qty))),
  line: ({ id }) => textCell(String(id)),
}

/** Renders the order as a workbook in its supplier's layout. */
export const writeOrder = (
  { number, layout }: Pick<FileOrder, 'number' | 'layout'>,
  lines: readonly OrderFileLine[],
) => {
  const columns = layout.columns ?? USUAL_LAYOUT
  return writeTable({
    sheet: number,
    columns: columns.map(({ field, header }) => ({ title: header, width: WIDTHS[field] ?? WIDTH })),
    rows: lines.map((line) => columns.map(({ field }) => CELLS[field](line))),
    total: lines.length,
  })
}

export const fileNameOf = ({ number }: Pick<FileOrder, 'number'>) => `Заказ ${number}.xlsx`
