import type { Transaction } from 'kysely'
import type { DB } from '../platform/db/index.ts'
import { NEWS, PAGE_TEXTS } from './news.data.ts'
import type { DemoParties } from './parties.ts'
import { COVER_SIZE, drawCover } from './cover-pictures.ts'

const DAY_MS = 86_400_000

/** Inserts recent news and the supplier's own pages. */
export async function insertDemoNews(tx: Transaction<DB>, { managerId }: Pick<DemoParties, 'managerId'>, now: Date) {
  const written = { actor_id: managerId, subject_id: managerId }
  // Reversed, so that ids follow the order of writing.
  for (const { daysAgo, isPinned, cover, ...text } of NEWS.toReversed()) {
    const at = new Date(now.getTime() - daysAgo * DAY_MS)
    const { id } = await tx
      .insertInto('news_covers')
      .values({ ...written, ...COVER_SIZE, type: 'image/png', bytes: drawCover(cover), created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('news')
      .values({
        ...{ ...text, ...written, cover_id: id, is_pinned: isPinned },
        ...{ published_at: at, created_at: at, changed_at: at },
      })
      .execute()
  }
  const at = new Date(now.getTime() - NEWS[0].daysAgo * DAY_MS)
  await tx
    .insertInto('page_texts')
    .values(PAGE_TEXTS.map((text) => ({ ...text, ...written, version: 1, created_at: at })))
    .execute()
}
