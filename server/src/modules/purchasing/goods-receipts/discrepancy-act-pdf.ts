import type { Receipt, ReceiptLine } from '@artikul/contract/purchasing/goods-receipts'
import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import type { Column, Content, TableCell } from 'pdfmake/interfaces.js'
import { dayText, moscowDate } from '../../../platform/clock.ts'
import { drawPdf, head, right, sheets } from '../../../platform/files/pdf.ts'

const party = (label: string, text: string): TableCell[] => [{ text: label }, { text, bold: true }]
const receivedQty = ({ counted_qty: qty }: ReceiptLine) => qty ?? 0
const orBlank = (qty: number) => (qty > 0 ? formatQty(qty) : '')

/** Selects lines that differ from the УПД, or that no order waits for. */
export const differing = (lines: readonly ReceiptLine[]) =>
  lines.filter((line) => receivedQty(line) !== line.qty || line.surplus_qty > 0)

function linesTable(lines: readonly ReceiptLine[]): Content {
  const titles = ['№', 'Товар', 'Цена', 'По УПД', 'Факт', 'Недостача', 'Излишек', 'Без заказа']
  return {
    fontSize: 8,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [18, '*', 50, 36, 36, 48, 42, 48],
      body: [
        titles.map(head),
        ...lines.map((line): TableCell[] => [
          { text: String(line.position), alignment: 'center' },
          { stack: [{ text: [`${line.brand} `, { text: line.article, bold: true }] }, line.name] },
          right(line.price_kop === null ? '' : formatMoney(line.price_kop)),
          right(formatQty(line.qty)),
          right(formatQty(receivedQty(line))),
          right(orBlank(line.qty - receivedQty(line))),
          right(orBlank(receivedQty(line) - line.qty)),
          right(orBlank(line.surplus_qty)),
        ]),
      ],
    },
  }
}

/** «Акт о расхождениях»: draws a free-form document with the quantities of ТОРГ-2. */
export default function drawDiscrepancyAct(receipt: Receipt): Promise<Buffer> {
  const lines = differing(receipt.lines)
  const day = dayText(moscowDate(new Date(receipt.posted_at ?? receipt.created_at)))
  const title = `Акт о расхождениях по количеству от ${day}`
  const sign = (who: string): Column => ({
    stack: [who, { text: '____________________  ____________________', margin: [0, 12, 0, 0] }],
  })
  return drawPdf({
    ...sheets({
      title,
      author: receipt.seller,
      number: receipt.number,
      madeAt: receipt.posted_at ?? receipt.created_at,
    }),
    content: [
      { text: title, fontSize: 14, bold: true, margin: [0, 0, 0, 4] },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 521, y2: 0, lineWidth: 1.5 }] },
      {
        margin: [0, 8, 0, 8],
        layout: 'noBorders',
        table: {
          widths: [92, '*'],
          body: [
            party('Получатель:', receipt.seller),
            party('Поставщик:', receipt.source.name),
            party('Документ:', `УПД № ${receipt.number} от ${dayText(receipt.made_on)}`),
            party('Принял:', receipt.posted_by ?? receipt.created_by),
          ],
        },
      },
      linesTable(lines),
      {
        text: `С расхождениями: ${counted(lines.length, 'строка', 'строки', 'строк')} из ${receipt.lines.length}`,
        margin: [0, 6, 0, 0],
      },
      { margin: [0, 22, 0, 0], unbreakable: true, columns: [sign('Принял'), sign('Представитель поставщика')] },
    ],
  })
}
