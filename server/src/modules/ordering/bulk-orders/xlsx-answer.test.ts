import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { bookOf, partsOf, sheetOf } from '../../../testing/files/hostile-archives.factory.ts'
import { zipOf } from '../../suppliers/price-list-import/price-list.factory.ts'
import { answerWorkbook, type AnswerCells } from './xlsx-answer.ts'

const TABLE = [
  ['Артикул', 'Количество'],
  ['A-1', 2],
]
const ANSWER: AnswerCells = { sheet: null, headerRow: 1, titles: ['Ответ'], rows: new Map([[2, ['=1+1']]]) }
/** Adds row numbers, which the project's own builder omits. */
const numbered = (xml: string) => {
  let row = 0
  return xml.replace(/<row>/g, () => `<row r="${(row += 1)}">`)
}
const answered = async (sheet: string) => {
  const book = await answerWorkbook(bookOf(sheet), ANSWER)
  return book && Buffer.from(unzipSync(book)['xl/worksheets/sheet1.xml'] ?? []).toString()
}

test('answers are written as text beside the rows, and formulas of the buyer stay', async () => {
  const sum = '<row r="3"><c r="B3"><f>SUM(B2:B2)</f><v>2</v></c></row>'
  const sheet = await answered(numbered(sheetOf(TABLE)).replace('</sheetData>', `${sum}</sheetData>`))
  expect(sheet).toContain('<c r="C2" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c></row>')
  expect(sheet).toContain(sum)
  expect(sheet).toContain('<cols><col min="3" max="3"')
})

test.each([
  ['a DDE formula', `cmd|'/c calc'!A0`],
  ['a link', 'HYPERLINK("http://evil.example","x")'],
  ['a call', 'WEBSERVICE("http://evil.example")'],
])('workbook with %s is not returned', async (_, formula) => {
  const cell = `<row r="9"><c r="A9"><f>${formula}</f><v>1</v></c></row>`
  expect(await answered(numbered(sheetOf(TABLE, { rows: cell })))).toBeNull()
})

test.each(['externalLinks/externalLink1.xml', 'embeddings/oleObject1.bin', 'connections.xml'])(
  'workbook with xl/%s is not returned',
  async (name) => {
    const parts = partsOf(numbered(sheetOf(TABLE)), [{ name: `xl/${name}`, content: 'x' }])
    expect(await answerWorkbook(zipOf(parts), ANSWER)).toBeNull()
  },
)

test.each(['<row>', '<row ', '<c ', '<cols>', '<f>', '<f '])(
  'megabytes of %j in a workbook are read without backtracking',
  async (piece) => {
    const after = `<!--${piece.repeat(500_000)}-->`
    await answered(numbered(sheetOf(TABLE)).replace('</worksheet>', `${after}</worksheet>`))
  },
)
