import type { NewPageText, PageText, PageVersion, TextPage } from '@artikul/contract/site/page-texts'
import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { pageOf, paginationOf } from '../../../platform/paging.ts'
import { partsOf, requireReadable } from '../../../platform/files/rich-text.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import * as queries from './page-texts.queries.ts'

/** Reads the current version; version 0 without a text when none was written. */
export async function readPageText(db: Db, page: TextPage): Promise<PageText> {
  const text = await queries.selectPageText(db, page)
  return {
    page,
    version: text?.version ?? 0,
    body: text?.body ?? '',
    parts: partsOf(text?.body ?? ''),
    changed_at: text?.created_at.toISOString() ?? null,
  }
}

/**
 * Replaces the text with a new version; earlier ones are preserved.
 * @throws AppError `stale` when a newer version exists than the one shown, `input.invalid`
 */
export async function replacePageText(
  db: Kysely<DB>,
  { clock }: { clock: Clock },
  author: Author,
  page: TextPage,
  { version, body }: NewPageText,
): Promise<{ version: number }> {
  requireReadable(body)
  return db.transaction().execute(async (tx) => {
    const shown = await readPageText(tx, page)
    if (shown.version !== version) throw new AppError('stale')
    if (shown.body === body) return { version }
    // The key of versions admits only one of two concurrent changes.
    const text = { page, version: version + 1, body, created_at: clock.now() }
    const saved = await queries.insertPageText(tx, author, text)
    if (!saved) throw new AppError('stale')
    const changes = [
      { field: 'Версия', before: version === 0 ? null : String(version), after: String(saved.version) },
      { field: 'Текст', before: shown.body || null, after: body },
    ]
    const object = `Страница «${PUBLIC_PAGES[`/${page}`].title}»`
    await recordEvent(tx, author, { event: 'page_text.changed', object, changes })
    return saved
  })
}

const presentVersion = (row: { version: number; by: string; created_at: Date }): PageVersion => ({
  version: row.version,
  by: row.by,
  at: row.created_at.toISOString(),
})

export async function listPageVersions(db: Db, name: TextPage, query: Parameters<typeof pageOf>[0]) {
  const page = pageOf(query)
  const { rows, total } = await queries.selectPageVersions(db, name, page)
  return { results: rows.map(presentVersion), pagination: paginationOf(page, total) }
}

/** @throws AppError `not_found` */
export async function readPageVersion(db: Db, page: TextPage, version: number) {
  const row = await queries.selectPageVersion(db, page, version)
  if (!row) throw new AppError('not_found', { detail: 'Такой версии текста нет' })
  return { ...presentVersion(row), body: row.body }
}
