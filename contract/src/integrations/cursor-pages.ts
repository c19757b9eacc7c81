import { z } from 'zod'

/** Continuation of a list, as the previous page gave it. */
const Cursor = z.string().regex(/^[\w-]{1,40}$/, 'Неверное продолжение списка')
/** Query of a list. */
export const cursorQuery = {
  cursor: Cursor.optional().meta({ description: 'next_cursor предыдущей страницы' }),
  limit: z.enum(['50', '100', '150'], 'Размер страницы: 50, 100 или 150').optional(),
}
/** Page of a list. */
export const cursorPage = <T extends z.ZodType>(item: T) =>
  z.object({
    results: z.array(item),
    next_cursor: Cursor.nullable().meta({ description: 'null на последней странице' }),
  })
