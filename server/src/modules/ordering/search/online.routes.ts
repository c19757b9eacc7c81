import { searchRoutes as routes } from '@artikul/contract/ordering/search'
import type { FastifyInstance } from 'fastify'
import { createStreams, serve, type Handles } from '../../../platform/http/index.ts'
import { articleOf } from './online-article.ts'
import { searchOnline, type OnlineSearchDeps } from './online-search.ts'
import { searcherOf } from './search.routes.ts'

export function onlineSearchModule(app: FastifyInstance, database: Handles, deps: OnlineSearchDeps) {
  const streams = createStreams()
  serve(app, database, routes.online, async ({ actor, db, query, reply }) => {
    const searcher = await searcherOf(db, deps.readZone, actor, query.consignee_id)
    const article = await articleOf(database.db, deps, query)
    const stream = streams.enter(actor.userId)
    reply.raw.once('close', () => stream.abort())
    return searchOnline(deps, searcher, article, stream.signal)
  })
}
