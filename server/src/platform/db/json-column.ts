import type { ColumnType } from 'kysely'

type JsonValue = JsonValue[] | { [key: string]: JsonValue | undefined } | boolean | number | string | null

/**
 * `jsonb` column: read as a value, written as text (`JSON.stringify` or `json`), because the driver serialises lists as
 * arrays.
 */
export type JsonColumn = ColumnType<JsonValue, string, string>
