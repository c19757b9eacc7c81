import type { Invoice } from '@artikul/contract/billing/invoices'
import writeXlsxFile, { type Cell, type Row } from 'write-excel-file/node'
import { partyLine } from './invoice-text.ts'

const COLUMNS = 8
const MONEY = '#,##0.00'

const text = (value: string, more: object = {}): Cell => ({
  value,
  type: String,
  wrap: true,
  alignVertical: 'top',
  ...more,
})
const money = (kop: number, more: object = {}): Cell => ({ value: kop / 100, type: Number, format: MONEY, ...more })
/** Cell that spans the rest of the row. */
const wide = (value: string, more: object = {}): Row => [text(value, { columnSpan: COLUMNS, ...more })]
const grid = { borderStyle: 'thin' } as const

function bankRows({ bank, seller }: Invoice): Row[] {
  const row = (left: string, label: string, value: string): Row => [
    text(left, { columnSpan: 4, ...grid }),
    null,
    null,
    null,
    text(label, grid),
    text(value, { columnSpan: 3, ...grid, format: '@' }),
  ]
  return [
    row(`${bank.name}\nБанк получателя`, 'БИК', bank.bic),
    row(`ИНН ${seller.inn}${seller.kpp && `   КПП ${seller.kpp}`}`, 'Сч. №', bank.correspondent_account),
    row(`${seller.name}\nПолучатель`, 'Сч. №', bank.account),
  ]
}

function lineRows(invoice: Invoice): Row[] {
  const titles = ['№', 'Артикул', 'Товары (работы, услуги)', 'Кол-во', 'Ед.', 'Цена', 'НДС', 'Сумма']
  return [
    titles.map((title) => text(title, { fontWeight: 'bold', align: 'center', ...grid })),
    ...invoice.lines.map((line): Row => [
      { value: line.position, type: Number, ...grid },
      text(line.article, { format: '@', ...grid }),
      text(line.name, grid),
      { value: line.qty, type: Number, ...grid },
      text(line.unit, grid),
      money(line.price_kop, grid),
      text(line.vat_label, { align: 'center', ...grid }),
      money(line.sum_kop, grid),
    ]),
  ]
}

function totalRow(label: string, kop: number | null): Row {
  const last = kop === null ? text('–', { align: 'right' }) : money(kop, { fontWeight: 'bold' })
  return [
    text(label, { columnSpan: COLUMNS - 1, align: 'right', fontWeight: 'bold' }),
    ...Array<null>(COLUMNS - 2).fill(null),
    last,
  ]
}

/** Renders the invoice as a workbook: numbers are numeric, articles and accounts are text. */
export async function renderInvoiceXlsx(invoice: Invoice): Promise<Buffer> {
  const rows: Row[] = [
    ...(invoice.notice ? [wide(invoice.notice, { fontSize: 8 })] : []),
    ...bankRows(invoice),
    [],
    wide(invoice.title, { fontSize: 14, fontWeight: 'bold' }),
    wide(`Поставщик (Исполнитель): ${partyLine(invoice.seller)}`),
    wide(`Покупатель (Заказчик): ${partyLine(invoice.buyer)}`),
    ...(invoice.consignee ? [wide(`Грузополучатель: ${invoice.consignee}`)] : []),
    wide(`Основание: ${invoice.basis}`),
    [],
    ...lineRows(invoice),
    totalRow('Итого:', invoice.total_kop),
    ...invoice.vat_totals.map(({ label, sum_kop }) => totalRow(`${label}:`, sum_kop)),
    totalRow('Всего к оплате:', invoice.total_kop),
    wide(invoice.summary),
    wide(invoice.in_words, { fontWeight: 'bold' }),
    wide(`Оплатить не позднее ${invoice.pay_until.split('-').reverse().join('.')}`),
    wide(`Назначение платежа: ${invoice.purpose}`),
    [],
    wide(`${invoice.director_title} ____________________ ${invoice.director}`),
    ...(invoice.accountant ? [wide(`Бухгалтер ____________________ ${invoice.accountant}`)] : []),
  ]
  const columns = [5, 20, 52, 9, 7, 13, 9, 15].map((width) => ({ width }))
  return writeXlsxFile(rows, { columns, sheet: 'Счёт', showGridLines: false }).toBuffer()
}
