import { formatMoney } from '@artikul/contract/core/money'
import { drawRows, type PdfTableRow } from '../../../platform/files/pdf-rows.ts'
import { withDrawableTexts } from '../../../platform/files/pdf-signs.ts'
import { openSheets, SHEET, type Sheets } from '../../../platform/files/pdf-sheets.ts'
import { introOf, PRELIMINARY, type Statement } from './statement.ts'

const HALF = [
  { width: 42 },
  { width: 115.5 },
  { width: 51.5, align: 'right' },
  { width: 51.5, align: 'right' },
] as const
const TITLES = ['Дата', 'Документ', 'Дебет', 'Кредит']

interface Sums {
  debit_kop: number
  credit_kop: number
}
const money = (kop: number) => (kop === 0 ? '' : formatMoney(kop))

/** Fills the seller's half and the mirrored half of the buyer. */
function halves(left: readonly string[], { debit_kop: debit, credit_kop: credit }: Sums, theirLeft = left): string[] {
  const [ours, theirs] = [money(debit), money(credit)]
  return [...left, ours, theirs, ...theirLeft, theirs, ours]
}
const total = (label: string, sums: Sums): PdfTableRow => ({
  cells: halves([label], sums),
  spans: [2, 1, 1, 2, 1, 1],
  isBold: true,
})

function* rowsOf(statement: Statement): Generator<PdfTableRow> {
  yield total('Сальдо начальное', statement.opening)
  for (const row of statement.rows) yield { cells: halves([row.day, row.document], row, [row.day, row.theirs]) }
  yield total('Обороты за период', statement)
  yield total('Сальдо конечное', statement.closing)
}

function drawHeading(doc: Sheets, statement: Statement) {
  const centred = { width: SHEET.width, align: 'center' } as const
  if (statement.isPreliminary) doc.font('regular').fontSize(8).text(PRELIMINARY, { width: SHEET.width }).moveDown(0.5)
  doc.font('bold').fontSize(14).text('Акт сверки', centred)
  doc.font('regular').fontSize(9)
  doc.text(`взаимных расчётов за период: ${statement.period}`, centred)
  doc.text(`между ${statement.seller} и ${statement.buyer}`, centred)
  doc.text(`по договору ${statement.contract}`, centred).moveDown()
  doc.text(introOf(statement), { width: SHEET.width }).moveDown(0.5)
}

function drawSignatures(doc: Sheets, statement: Statement) {
  const width = (SHEET.width - 24) / 2
  const signatures = statement.signatories.map(
    ({ organisation, position, name }) => [`От ${organisation}\n${position}`, name] as const,
  )
  const heights = signatures.map(([who]) => doc.heightOfString(who, { width }))
  const height = Math.max(...heights)
  if (doc.y + height + 40 > SHEET.bottom) doc.addPage()
  const top = doc.y
  for (const [at, [who, name]] of signatures.entries()) {
    const left = SHEET.left + at * (width + 24)
    doc.text(who, left, top, { width })
    doc.text(`____________________ (${name}) М. П.`, left, top + height + 14, { width, lineBreak: false })
  }
}

/** «Акт сверки взаимных расчётов»: draws both halves filled, as mirror images. */
export default function drawStatement(given: Statement): Promise<Buffer> {
  const statement = withDrawableTexts(given)
  const title = `Акт сверки взаимных расчётов за период: ${statement.period}`
  const { doc, finish } = openSheets({ title, author: statement.seller, madeAt: new Date(statement.to) })
  drawHeading(doc, statement)
  drawRows(doc, {
    columns: [...HALF, ...HALF],
    head: [
      {
        cells: [`По данным ${statement.seller}, руб.`, `По данным ${statement.buyer}, руб.`],
        spans: [4, 4],
        isBold: true,
      },
      { cells: [...TITLES, ...TITLES], isBold: true, isCentred: true },
    ],
    rows: rowsOf(statement),
  })
  doc.font('bold').fontSize(9).moveDown().text(statement.conclusion, { width: SHEET.width }).moveDown(1.5)
  doc.font('regular')
  drawSignatures(doc, statement)
  return finish((page, pages) => `${title}, лист ${page} из ${pages}`)
}
