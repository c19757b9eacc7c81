import pg from 'pg'

type Parse = (text: string) => unknown

/** The driver parses types by their ids, of which its own list names only some. */
const builtin = pg.types as unknown as { getTypeParser: (oid: number, format?: string) => Parse }

/** @throws RangeError above 2^53 */
function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a safe integer`)
  return value
}

const TEXT_ARRAY = 1009
const texts = builtin.getTypeParser(TEXT_ARRAY) as (text: string) => (string | null)[]
const arrayOf =
  (parse: Parse): Parse =>
  (text) =>
    texts(text).map((value) => (value === null ? null : parse(value)))

const toDate: Parse = (text) => new Date(text)
const asText: Parse = (text) => text

/**
 * Replaces unsafe defaults of the driver: `bigint` and `numeric` as strings and `date` as midnight of the local time
 * zone. Money is integer kopecks, quantities have at most three decimals, a day is `YYYY-MM-DD`: all exact as below, by
 * the ids of the types in `pg_type`.
 */
const PARSERS = new Map<number, Parse>([
  [20, safeInteger], // int8
  [1016, arrayOf(safeInteger)],
  [1700, Number], // numeric
  [1231, arrayOf(Number)],
  [1082, asText], // date
  [1182, arrayOf(asText)],
  [1184, toDate], // timestamptz
  [1185, arrayOf(toDate)],
])

export const valueTypes = {
  getTypeParser: (oid: number, format?: string) =>
    (format === 'binary' ? undefined : PARSERS.get(oid)) ?? builtin.getTypeParser(oid, format),
} as pg.CustomTypesConfig
