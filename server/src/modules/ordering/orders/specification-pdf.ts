import { amountInWords } from '@artikul/contract/core/amount-in-words'
import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { unitText } from '@artikul/contract/core/units'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { dayText } from '../../../platform/clock.ts'
import { drawPdf, head, right, sheets } from '../../../platform/files/pdf.ts'
import type { Specification } from './specification.ts'

const party = (label: string, text: string): TableCell[] => [label, { text, bold: true }]

function parties(order: Specification): Content {
  const rows = [
    party('Поставщик:', order.seller),
    party('Покупатель:', order.contractor),
    party('Договор:', order.contract),
    party('Грузополучатель:', `${order.consignee}, ${order.consignee_address}`),
    ...(order.client_number ? [party('Номер покупателя:', order.client_number)] : []),
  ]
  return { margin: [0, 8, 0, 8], layout: 'noBorders', table: { widths: [92, '*'], body: rows } }
}

function linesTable({ lines }: Specification): Content {
  const titles = ['№', 'Артикул', 'Наименование', 'Кол-во', 'Ед.', 'Цена', 'НДС', 'Сумма', 'Срок']
  return {
    fontSize: 8,
    table: {
      headerRows: 1,
      dontBreakRows: true,
      widths: [16, 78, '*', 30, 28, 48, 30, 54, 44],
      body: [
        titles.map(head),
        ...lines.map((line, at): TableCell[] => [
          { text: String(at + 1), alignment: 'center' },
          { stack: [line.brand, { text: line.article, bold: true }] },
          [line.name, line.client_ref && `(${line.client_ref})`].filter(Boolean).join(' '),
          right(formatQty(line.qty)),
          unitText(line.unit),
          right(formatMoney(line.price_kop)),
          { text: line.vat_label, alignment: 'center' },
          right(formatMoney(line.sum_kop)),
          dayText(line.expected_date),
        ]),
      ],
    },
  }
}

const signature = (who: string): Content => ({
  stack: [{ text: who }, { text: '____________________  ____________________  М. П.', margin: [0, 14, 0, 0] }],
})

/** «Спецификация»: draws the ordered goods with prices and dates. */
export default function drawSpecification(order: Specification): Promise<Buffer> {
  const title = `Спецификация заказа № ${order.number} от ${dayText(order.day)}`
  return drawPdf({
    ...sheets({ title, author: order.seller, number: title, madeAt: order.day }),
    content: [
      { text: title, fontSize: 14, bold: true, margin: [0, 0, 0, 4] },
      { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 521, y2: 0, lineWidth: 1.5 }] },
      parties(order),
      linesTable(order),
      {
        bold: true,
        margin: [0, 6, 0, 8],
        stack: [
          right(`${order.vat_kop > 0 ? 'Всего с НДС' : 'Всего'}: ${formatMoney(order.total_kop)} руб.`),
          ...(order.vat_kop > 0 ? [right(`В том числе НДС: ${formatMoney(order.vat_kop)} руб.`)] : []),
        ] as Content[],
      },
      { text: amountInWords(order.total_kop), margin: [0, 0, 0, 18] },
      { unbreakable: true, columnGap: 24, columns: [signature('Поставщик'), signature('Покупатель')] },
    ],
  })
}
