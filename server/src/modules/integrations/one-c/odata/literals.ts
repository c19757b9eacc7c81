/** Reference that points nowhere. */
const EMPTY_REFERENCE = '00000000-0000-0000-0000-000000000000'
/** Dates of 1C that are not filled begin with it. */
const EMPTY_YEAR = '0001-'

/** Row of an object of 1C: JSON of a list, or the texts of a message of changes. */
export type OdataRow = Record<string, unknown>

export const guidLiteral = (id: string) => `guid'${id}'`
export const dayLiteral = (day: string) => `datetime'${day}T00:00:00'`
export const textLiteral = (text: string) => `'${text.replaceAll("'", "''")}'`
export const isReference = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Encodes the query of an address: 1C drops a filter in which spaces are «+». */
export const encodeQuery = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')

/** Values of a property; one of a tabular part (`Part/Property`) has one per line. */
function valuesAt(row: OdataRow, path: string): unknown[] {
  const [part = '', property] = path.split('/')
  if (property === undefined) return part in row ? [row[part]] : []
  const lines = row[part]
  return Array.isArray(lines) ? (lines as OdataRow[]).map((line) => line[property]) : []
}

/** Text of a property; empty when it is absent or an empty reference. */
export function propertyText(row: OdataRow, path: string | undefined): string {
  const value = path === undefined || path === '' ? undefined : valuesAt(row, path)[0]
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return ''
  const text = String(value).trim()
  return text === EMPTY_REFERENCE ? '' : text
}

export const isTrueAt = (row: OdataRow, path: string | undefined) => propertyText(row, path) === 'true'

/** Day of a date, `YYYY-MM-DD`; empty when it is not filled. */
export function dayAt(row: OdataRow, path: string | undefined): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(propertyText(row, path))?.[0] ?? ''
  return day.startsWith(EMPTY_YEAR) || Number.isNaN(Date.parse(day)) ? '' : day
}

/** Largest number that a sum of the portal may be, in roubles. */
const SUM_LIMIT = 10_000_000_000

/** Number of a property; null when it is none. */
export function numberAt(row: OdataRow, path: string | undefined): number | null {
  const text = propertyText(row, path)
  const number = text === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) && Math.abs(number) <= SUM_LIMIT ? number : null
}

const kopOf = (roubles: number) => Math.round(roubles * 100)

/** Money of a property in kopecks; null when it is no number. */
export function kopAt(row: OdataRow, path: string | undefined): number | null {
  const roubles = numberAt(row, path)
  return roubles === null ? null : kopOf(roubles)
}

/** Total of a property over the lines of a tabular part, in kopecks; null without lines, or when one is no number. */
export function totalKopAt(row: OdataRow, path: string): number | null {
  const sums = valuesAt(row, path).map((value) => kopAt({ value }, 'value'))
  return sums.length === 0 || sums.includes(null) ? null : sums.reduce<number>((total, kop) => total + (kop ?? 0), 0)
}
