import { AppError } from '../../../platform/errors.ts'

const DEFAULT_LIMIT = 50
/** Largest id of a row. */
const MAX_PLACE = 2_147_483_647
type PageSize = 50 | 100 | 150

/** Writes the place from which a list continues; programs pass it back unread. */
const cursorOf = (place: number) => Buffer.from(`v1:${place}`).toString('base64url')

/** @throws AppError `input.invalid` */
export function placeOfCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null
  const place = /^v1:([1-9]\d{0,9})$/.exec(Buffer.from(cursor, 'base64url').toString())?.[1]
  if (place === undefined || Number(place) > MAX_PLACE)
    throw new AppError('input.invalid', { errors: [{ path: 'cursor', message: 'Неверное продолжение списка' }] })
  return Number(place)
}

export const limitOf = (limit: '50' | '100' | '150' | undefined): PageSize =>
  limit === undefined ? DEFAULT_LIMIT : (Number(limit) as PageSize) // the schema allows nothing else

/** Page of rows that continue after the id of the last one; one row more than the limit was read. */
export const pageById = <T extends { id: number }>(rows: readonly T[], limit: number) => ({
  results: rows.slice(0, limit),
  next_cursor: rows.length > limit ? cursorOf(rows[limit - 1]?.id ?? 0) : null,
})

/** Page of a list that is read by page numbers. */
export const pageByNumber = <T>(
  results: readonly T[],
  { page, per_page: size, total_count: total }: { page: number; per_page: number; total_count: number },
) => ({ results: [...results], next_cursor: page * size < total ? cursorOf(page + 1) : null })

/** Query of a list that is read by page numbers. */
export function pageRequestOf<T extends { cursor?: string | undefined; limit?: '50' | '100' | '150' | undefined }>(
  query: T,
) {
  const { cursor, limit, ...filters } = query
  return { ...filters, page: placeOfCursor(cursor) ?? 1, page_size: limitOf(limit) }
}
