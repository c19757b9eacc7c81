import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Column of a result: name and id of its PostgreSQL type. */
export type ResultColumn = readonly [name: string, type: number]

/** What the tests have seen of hand-written SQL, by the text of its template (`templateKey`). */
export interface RecordedStatements {
  /** Result columns of whole statements, by template or by text. */
  statements: [key: string, columns: ResultColumn[]][]
  /** Types of expressions that are columns of a query. */
  expressions: [key: string, type: number][]
  /** Expressions that are part of a statement. */
  parts: string[]
}

/** Texts of a template between its values, as one string. */
export const templateKey = (fragments: readonly string[]): string => fragments.join('\u0000')

export function readStatements(folder: string): RecordedStatements {
  const files = readdirSync(folder).map(
    // Written above.
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RecordedStatements,
  )
  return {
    statements: files.flatMap(({ statements }) => statements),
    expressions: files.flatMap(({ expressions }) => expressions),
    parts: files.flatMap(({ parts }) => parts),
  }
}
