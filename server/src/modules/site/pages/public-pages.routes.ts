import { FEED_PATH, type Site } from '@artikul/contract/site/page-head'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/index.ts'
import { answerNotFound } from '../../../platform/http/index.ts'
import { readLatest } from '../news/index.ts'
import { writeFeed, writeRobots, writeSiteMap } from './feed.ts'
import { SECURITY_PATH, writeSecurity } from './security.ts'

const MOST_IN_FEED = 50
/** A map of a site holds 50,000 addresses at most (sitemaps.org); that many news nobody has. */
const MOST_IN_MAP = 5000
/** Readers of feeds and search engines come often. */
const KEPT = 'public, max-age=300'

interface Deps {
  clock: Clock
  config: Pick<Config, 'SECURITY_CONTACT'>
  siteOf: (request: { protocol: string; host: string }) => Site
}

/** What machines read of the pages for everybody. */
export function publicPagesModule(app: FastifyInstance, db: Db, { clock, config, siteOf }: Deps) {
  const asPublic = { config: { access: 'public' as const } }
  const answer = (reply: FastifyReply, type: string, text: string) =>
    reply
      .header('cache-control', KEPT)
      .header('x-content-type-options', 'nosniff')
      .type(`${type}; charset=utf-8`)
      .send(text)
  app.get(FEED_PATH, asPublic, async (request, reply) =>
    answer(reply, 'application/rss+xml', writeFeed(await readLatest(db, clock.now(), MOST_IN_FEED), siteOf(request))),
  )
  app.get('/sitemap.xml', asPublic, async (request, reply) =>
    answer(reply, 'application/xml', writeSiteMap(await readLatest(db, clock.now(), MOST_IN_MAP), siteOf(request))),
  )
  app.get('/robots.txt', asPublic, (request, reply) => answer(reply, 'text/plain', writeRobots(siteOf(request))))
  app.get(SECURITY_PATH, asPublic, (request, reply) => {
    const { SECURITY_CONTACT: contact } = config
    if (contact === undefined) return answerNotFound(reply)
    return answer(reply, 'text/plain', writeSecurity(contact, siteOf(request), clock.now()))
  })
}
