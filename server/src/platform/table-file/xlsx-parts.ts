const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Indexes of `cellXfs` in `STYLES`. */
export const STYLE = { general: 0, text: 1, head: 2, money: 3, day: 4, moment: 5, right: 6 } as const

const formats = [
  '<xf numFmtId="0"/>',
  '<xf numFmtId="49" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/>',
  '<xf numFmtId="4" applyNumberFormat="1"/>',
  '<xf numFmtId="14" applyNumberFormat="1"/>',
  '<xf numFmtId="164" applyNumberFormat="1"/>',
  '<xf numFmtId="49" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="right"/></xf>',
]
const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`

export const STYLES =
  `${HEAD}<styleSheet xmlns="${SHEET}">` +
  `<numFmts count="1"><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/></numFmts>` +
  `<fonts count="2">${font('')}${font('<b/>')}</fonts>` +
  `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
  `<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>` +
  `<cellXfs count="${formats.length}">${formats.join('')}</cellXfs></styleSheet>`

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

export const workbook = (sheets: number) =>
  `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets>` +
  numbers(sheets)
    .map((n) => `<sheet name="Лист ${n}" sheetId="${n}" r:id="rId${n}"/>`)
    .join('') +
  `</sheets></workbook>`

export const workbookRelations = (sheets: number) =>
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
  numbers(sheets)
    .map((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
    .join('') +
  `<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`

export const packageRelations =
  `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const override = (part: string, type: string) => `<Override PartName="/xl/${part}" ContentType="${TYPE}.${type}+xml"/>`

export const contentTypes = (sheets: number) =>
  `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
  `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
  override('workbook.xml', 'sheet.main') +
  override('styles.xml', 'styles') +
  numbers(sheets)
    .map((n) => override(`worksheets/sheet${n}.xml`, 'worksheet'))
    .join('') +
  `</Types>`
