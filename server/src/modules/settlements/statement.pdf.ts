import { formatMoney } from '@artikul/contract/money'
import type { Content, TableCell } from 'pdfmake/interfaces.js'
import { drawPdf, head, right, sheets } from '../../platform/pdf.ts'
import { introOf, PRELIMINARY, type Statement } from './statement.ts'

const money = (kop: number): TableCell => (kop === 0 ? '' : right(formatMoney(kop)))
const bold = (kop: number): TableCell => ({
  text: kop === 0 ? '' : formatMoney(kop),
  alignment: 'right',
  noWrap: true,
  bold: true,
})

interface Sums {
  debit_kop: number
  credit_kop: number
}

/** The seller's half and the buyer's, which mirrors it; each has cells of its own, as drawing writes into them. */
const halves = (left: () => TableCell[], sums: Sums, cell: (kop: number) => TableCell): TableCell[] => [
  ...left(),
  cell(sums.debit_kop),
  cell(sums.credit_kop),
  ...left(),
  cell(sums.credit_kop),
  cell(sums.debit_kop),
]
const totalRow = (label: string, sums: Sums) => halves(() => [{ text: label, bold: true, colSpan: 2 }, ''], sums, bold)

function table(statement: Statement): Content {
  const of = (who: string): TableCell[] => [{ text: `По данным ${who}, руб.`, bold: true, colSpan: 4 }, '', '', '']
  const titles = () => ['Дата', 'Документ', 'Дебет', 'Кредит'].map(head)
  return {
    fontSize: 7,
    table: {
      headerRows: 2,
      dontBreakRows: true,
      widths: [38, '*', 50, 50, 38, '*', 50, 50],
      body: [
        [...of(statement.seller), ...of(statement.buyer)],
        [...titles(), ...titles()],
        totalRow('Сальдо начальное', statement.opening),
        ...statement.rows.map((row) => halves(() => [row.day, row.document], row, money)),
        totalRow('Обороты за период', statement),
        totalRow('Сальдо конечное', statement.closing),
      ],
    },
  }
}

const signature = (from: string, who: string): Content => ({
  stack: [{ text: `От ${from}` }, { text: who }, { text: '____________________  М. П.', margin: [0, 14, 0, 0] }],
})

/** «Акт сверки взаимных расчётов», both halves filled: a mirror of each other. */
export default function drawStatement(statement: Statement): Promise<Buffer> {
  const title = `Акт сверки взаимных расчётов за период: ${statement.period}`
  return drawPdf({
    ...sheets({ title, author: statement.seller, number: title }),
    content: [
      ...(statement.isPreliminary ? [{ text: PRELIMINARY, fontSize: 8, margin: [0, 0, 0, 6] } satisfies Content] : []),
      { text: 'Акт сверки', fontSize: 14, bold: true, alignment: 'center' },
      { text: `взаимных расчётов за период: ${statement.period}`, alignment: 'center' },
      { text: `между ${statement.seller} и ${statement.buyer}`, alignment: 'center' },
      { text: `по договору ${statement.contract}`, alignment: 'center', margin: [0, 0, 0, 8] },
      { text: introOf(statement), margin: [0, 0, 0, 6] },
      table(statement),
      { text: statement.conclusion, bold: true, margin: [0, 8, 0, 16] },
      {
        unbreakable: true,
        columnGap: 24,
        columns: [signature(statement.seller, statement.signer), signature(statement.buyer, ' ')],
      },
    ],
  })
}
