import { setTimeout as wait } from 'node:timers/promises'
import { PathId } from '@artikul/contract/core/fields'
import {
  headOfNews,
  headOfPublic,
  isPublicPath,
  MISSING_PAGE,
  type PageHead,
  type Site,
} from '@artikul/contract/site/page-head'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { findPublished } from '../news/index.ts'

/** Maximum wait for the page title: the page itself needs no database. */
const PATIENCE_MS = 1000

/**
 * Builds the metadata of public pages in the server's first answer.
 * @returns null for pages that require a session, and when the database does not answer
 */
export const createHeads =
  (db: Db, { clock }: { clock: Clock }) =>
  async (path: string, site: Site): Promise<PageHead | null> => {
    if (isPublicPath(path)) return headOfPublic(path, site)
    const [, typed] = /^\/news\/([^/]+)$/.exec(path) ?? []
    if (typed === undefined || typed === 'new') return null
    const id = PathId.safeParse(typed)
    if (!id.success) return MISSING_PAGE
    const news = findPublished(db, clock.now(), id.data).then(
      (found) => (found ? headOfNews(found, site) : MISSING_PAGE),
      () => null,
    )
    return Promise.race([news, wait(PATIENCE_MS, null, { ref: false })])
  }
