import type { Cell } from 'write-excel-file/node'
import { textCell, writeTable } from '../../../platform/files/xlsx.ts'
import type { Intake, IntakeLine } from './intake.ts'

const number = (value: number, format: string): Cell => ({ value, type: Number, format })
const money = (kop: number) => number(kop / 100, '#,##0.00')

interface Column {
  title: string
  width: number
  cell: (line: IntakeLine, intake: Intake) => Cell
}

const text = (title: string, width: number, of: (line: IntakeLine, intake: Intake) => string): Column => ({
  title,
  width,
  cell: (line, intake) => textCell(of(line, intake)),
})

/** Formats the rate as a number; «Без НДС» is not a zero rate. */
const rateCell = (rate: string): Cell => (rate === 'none' ? textCell('Без НДС') : number(Number(rate), '0'))

const COLUMNS: readonly Column[] = [
  { title: '№', width: 6, cell: ({ position }) => number(position, '0') },
  text('Артикул', 22, ({ article }) => article),
  text('Бренд', 18, ({ brand }) => brand),
  text('Наименование', 44, ({ name }) => name),
  text('Ваш код', 18, (line) => line.own_code),
  text('Ваша пометка', 18, (line) => line.client_ref),
  text('Код поставщика', 16, (line) => line.product_code),
  text('Ед.', 8, ({ unit }) => unit),
  { title: 'Количество', width: 12, cell: ({ qty }) => number(qty, '0.###') },
  { title: 'Цена с НДС', width: 14, cell: (line) => money(line.price_kop) },
  { title: 'Ставка НДС, %', width: 14, cell: (line) => rateCell(line.vat_rate) },
  { title: 'Сумма НДС', width: 14, cell: (line) => money(line.vat_kop) },
  { title: 'Сумма с НДС', width: 14, cell: (line) => money(line.sum_kop) },
  text('Страна', 16, ({ country }) => country),
  text('ГТД', 30, ({ gtd }) => gtd),
  text('GTIN', 18, ({ gtin }) => gtin),
  text('Заказ', 14, (line) => line.order_number),
  text('Ваш № заказа', 16, (line) => line.client_number),
  text('№ документа', 16, (_, { number: own, upd_number: upd }) => upd ?? own),
  {
    title: 'Дата документа',
    width: 16,
    cell: (_, { shipped_on: day }) => ({ value: new Date(`${day}T00:00:00Z`), type: Date, format: 'dd.mm.yyyy' }),
  },
  text('Поставщик', 30, (_, { seller }) => seller),
  text('ИНН поставщика', 16, (_, { seller_inn: inn }) => inn),
  text('Договор', 20, (_, { contract_number: contract }) => contract),
  text('Грузополучатель', 30, (_, { consignee }) => consignee),
]

/**
 * «Поступление товаров»: renders a table that 1С imports by columns: one row per line, with the document repeated in
 * each.
 */
export const renderIntakeXlsx = (intake: Intake): Promise<Buffer> =>
  writeTable({
    sheet: 'Поступление товаров',
    columns: COLUMNS,
    rows: intake.lines.map((line) => COLUMNS.map(({ cell }) => cell(line, intake))),
    total: intake.lines.length,
  })
