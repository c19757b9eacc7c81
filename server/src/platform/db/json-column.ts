import type { ColumnType } from 'kysely'

type JsonValue = JsonValue[] | { [key: string]: JsonValue | undefined } | boolean | number | string | null

/** A `jsonb` column: read as it is, written as text (`JSON.stringify` or `json`), as the driver has its own idea of lists. */
export type JsonColumn = ColumnType<JsonValue, string, string>
