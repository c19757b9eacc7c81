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

/** The seller's half and the buyer's, which mirrors it. */
const halves = (
  left: TableCell[],
  debitKop: number,
  creditKop: number,
  sum: (kop: number) => TableCell,
): TableCell[] => [...left, sum(debitKop), sum(creditKop), ...left, sum(creditKop), sum(debitKop)]
const totalRow = (label: string, debitKop: number, creditKop: number) =>
  halves([{ text: label, bold: true, colSpan: 2 }, ''], debitKop, creditKop, bold)

function table(statement: Statement): Content {
  const of = (who: string): TableCell[] => [{ text: `По данным ${who}, руб.`, bold: true, colSpan: 4 }, '', '', '']
  const titles = ['Дата', 'Документ', 'Дебет', 'Кредит'].map(head)
  const { opening, closing } = statement
  return {
    fontSize: 7,
    table: {
      headerRows: 2,
      dontBreakRows: true,
      widths: [38, '*', 50, 50, 38, '*', 50, 50],
      body: [
        [...of(statement.seller), ...of(statement.buyer)],
        [...titles, ...titles],
        totalRow('Сальдо начальное', opening.debit_kop, opening.credit_kop),
        ...statement.rows.map((row) => halves([row.day, row.document], row.debit_kop, row.credit_kop, money)),
        totalRow('Обороты за период', statement.debit_kop, statement.credit_kop),
        totalRow('Сальдо конечное', closing.debit_kop, closing.credit_kop),
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
