import type { Db } from '../../../platform/db/index.ts'
import { jpegOf } from '../../../testing/files/photos.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

interface NewsFields {
  title?: string
  lead?: string
  body?: string
  isPinned?: boolean
  /** Time of publication; null for a draft. */
  publishedAt?: Date | null
  hasCover?: boolean
}

/** Creates a manager's news item, by default published long ago. */
export async function buildNews(
  db: Db,
  {
    title = 'Любая новость',
    lead = 'О чём она',
    body = 'Весь её текст',
    isPinned = false,
    publishedAt = new Date('2026-11-01T09:00:00Z'),
    hasCover = false,
  }: NewsFields = {},
) {
  const { id: writer } = await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' })
  const written = { actor_id: writer, subject_id: writer, created_at: new Date('2026-11-01T08:00:00Z') }
  const cover = hasCover
    ? await db
        .insertInto('news_covers')
        .values({ ...written, type: 'image/jpeg', bytes: jpegOf(), width: 1, height: 1 })
        .returning('id')
        .executeTakeFirstOrThrow()
    : null
  const { id } = await db
    .insertInto('news')
    .values({
      ...{ title, lead, body, is_pinned: isPinned, published_at: publishedAt, cover_id: cover?.id ?? null },
      ...{ ...written, changed_at: written.created_at },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, coverId: cover?.id ?? 0 }
}
