import { readFile } from 'node:fs/promises'
import { newsRoutes as routes } from '@artikul/contract/site/news'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { serve, type Handles } from '../../../platform/http/index.ts'
import {
  listPublished,
  listWaiting,
  readAnyCover,
  readNewsDraft,
  readPublished,
  readPublishedCover,
} from './read-news.ts'
import { addCover, changeNews, createNews, publishNews, removeNews, withdrawNews } from './write-news.ts'

/** The bytes of a picture never change; a withdrawn news item takes effect within the hour. */
const COVER_CACHE_CONTROL = 'public, max-age=3600'

export function newsModule(app: FastifyInstance, database: Handles, deps: { clock: Clock }) {
  const { clock } = deps
  serve(app, database, routes.list, ({ db, query }) => listPublished(db, clock.now(), query))
  serve(app, database, routes.get, ({ db, params }) => readPublished(db, clock.now(), params.id))
  serve(app, database, routes.cover, async ({ db, params, reply }) => {
    const cover = await readPublishedCover(db, clock.now(), params.id)
    reply.header('cache-control', COVER_CACHE_CONTROL)
    return cover
  })
  serve(app, database, routes.waiting, ({ db, query }) => listWaiting(db, clock.now(), query))
  serve(app, database, routes.draft, ({ db, params }) => readNewsDraft(db, clock.now(), params.id))
  serve(app, database, routes.draftCover, ({ db, params }) => readAnyCover(db, params.id))
  serve(app, database, routes.addCover, async ({ author, body, db }) =>
    addCover(db, deps, author, await readFile(body.path)),
  )
  serve(app, database, routes.create, ({ author, body, db }) => createNews(db, deps, author, body))
  serve(app, database, routes.update, ({ author, params, body, db }) => changeNews(db, deps, author, params.id, body))
  serve(app, database, routes.publish, ({ author, params, body, db }) => publishNews(db, deps, author, params.id, body))
  serve(app, database, routes.withdraw, ({ author, params, body, db }) =>
    withdrawNews(db, deps, author, params.id, body.version),
  )
  serve(app, database, routes.remove, async ({ author, params, db }) => {
    await removeNews(db, author, params.id)
    return {}
  })
}
