import type { BaseRow } from './odata-base.ts'
import { SCHEMA } from './odata-schema.data.ts'

/** Error of the service: HTTP status, code of 1C and text. */
export class OdataError extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, text: string) {
    super(text)
    this.status = status
    this.code = code
  }
}

const CONDITION = /^(\S+) (eq|ne|ge|gt|le|lt) (.+)$/
const CAST = /^cast\(guid'([\da-f-]{36})',\s*'([^']{1,100})'\)$/i

interface Literal {
  value: unknown
  isGuid: boolean
}

/** @throws OdataError */
function literalOf(text: string): Literal {
  const quoted = /^(guid|datetime)?'((?:[^']|'')*)'$/.exec(text)
  if (quoted) return { value: (quoted[2] ?? '').replaceAll("''", "'"), isGuid: quoted[1] === 'guid' }
  if (/^(?:true|false)$/.test(text)) return { value: text === 'true', isGuid: false }
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return { value: Number(text), isGuid: false }
  throw new OdataError(400, '1', `Неверный литерал: ${text}`)
}

const COMPARE: Readonly<Record<string, (one: string, other: string) => boolean>> = {
  eq: (one, other) => one === other,
  ne: (one, other) => one !== other,
  ge: (one, other) => one >= other,
  gt: (one, other) => one > other,
  le: (one, other) => one <= other,
  lt: (one, other) => one < other,
}

/** @throws OdataError */
function conditionOf(set: string, text: string): (row: BaseRow) => boolean {
  const [, name = '', operator = '', literal = ''] = CONDITION.exec(text.trim()) ?? []
  const type = SCHEMA[set]?.properties[name]
  if (type === undefined) throw new OdataError(400, '14', `Ошибка при разборе опции запроса $filter: ${text}`)
  if (name === 'Ref_Key' && operator !== 'eq' && operator !== 'ne')
    throw new OdataError(500, '-1', 'Ссылки нельзя сравнивать на больше и меньше')
  const [, cast, of] = CAST.exec(literal) ?? []
  if (cast !== undefined) return (row) => row[name] === cast && row[`${name}_Type`] === `StandardODATA.${of}`
  const { value, isGuid } = literalOf(literal)
  // A reference of several types equals no plain reference.
  if (isGuid && type !== 'Edm.Guid') return () => false
  const compare = COMPARE[operator]
  return (row) => compare?.(String(row[name]), String(value)) ?? false
}

/** Filter of a query: conditions joined by `or`, or by `and`. */
function filterOf(set: string, text: string): (row: BaseRow) => boolean {
  const either = text.split(' or ').map((part) => part.split(' and ').map((one) => conditionOf(set, one)))
  return (row) => either.some((all) => all.every((holds) => holds(row)))
}

/** @throws OdataError for an unknown property */
function selectOf(set: string, text: string): (row: BaseRow) => BaseRow {
  const { properties = {}, parts = {} } = SCHEMA[set] ?? {}
  const wanted = text.split(',').map((path) => path.trim().split('/') as [string, string?])
  for (const [name, column] of wanted)
    if (column === undefined ? !(name in properties) && !(name in parts) : !(column in (parts[name] ?? {})))
      throw new OdataError(400, '6', `Сегмент пути "${name}" не найден!`)
  const tables = Object.groupBy(
    wanted.filter(([, column]) => column !== undefined),
    ([name]) => name,
  )
  return (row) => ({
    ...Object.fromEntries(wanted.filter(([, column]) => column === undefined).map(([name]) => [name, row[name]])),
    ...Object.fromEntries(
      Object.entries(tables).map(([name, columns]) => [
        name,
        (row[name] as BaseRow[]).map((line) =>
          Object.fromEntries((columns ?? []).map(([, column = '']) => [column, line[column]])),
        ),
      ]),
    ),
  })
}

/** Options of a query; a filter with «+» for spaces is dropped without a word, as 1C does. */
export function optionsOf(query: string): Map<string, string> {
  const fields = query
    .split('&')
    .filter(Boolean)
    .map((part): [string, string] => {
      const at = part.indexOf('=')
      return [decodeURIComponent(part.slice(0, at)), part.slice(at + 1)]
    })
  return new Map(
    fields
      .filter(([name, value]) => name !== '$filter' || !value.includes('+'))
      .map(([name, value]) => [name, decodeURIComponent(value)]),
  )
}

/** Rows that a list returns. Without an order its pages overlap. */
export function queryRows(set: string, rows: readonly BaseRow[], options: ReadonlyMap<string, string>): BaseRow[] {
  const filter = options.get('$filter')
  const select = options.get('$select')
  const shape = select === undefined ? (row: BaseRow) => row : selectOf(set, select)
  const found = filter === undefined ? [...rows] : rows.filter(filterOf(set, filter))
  const order = options.get('$orderby')
  // By its presentation: repeatable, but not the order of the keys.
  if (order !== undefined)
    found.sort((a, b) =>
      `${String(a['Description'] ?? a['Number'])} ${String(a['Ref_Key'])}`.localeCompare(
        `${String(b['Description'] ?? b['Number'])} ${String(b['Ref_Key'])}`,
      ),
    )
  const skip = Number(options.get('$skip') ?? 0)
  const from = order === undefined ? Math.max(0, skip - 1) : skip
  return found.slice(from, from + Number(options.get('$top') ?? found.length)).map(shape)
}
