import { FEED_PATH, type Site } from '@artikul/contract/site/page-head'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/index.ts'
import { answerNotFound } from '../../../platform/http/index.ts'
import { readLatest } from '../news/index.ts'
import { writeFeed, writeRobots, writeSiteMap } from './feed.ts'
import { SECURITY_PATH, writeSecurity } from './security.ts'

const MAX_FEED_ITEMS = 50
/** A sitemap may contain at most 50,000 addresses (sitemaps.org); this limit of news is far below. */
const MAX_SITEMAP_ITEMS = 5000
/** Cache lifetime, because feed readers and search engines poll often. */
const KEPT = 'public, max-age=300'

interface Deps {
  clock: Clock
  config: Pick<Config, 'SECURITY_CONTACT'>
  siteOf: (request: { protocol: string; host: string }) => Promise<Site>
}

/** Routes of public pages for machines. */
export function publicPagesModule(app: FastifyInstance, db: Db, { clock, config, siteOf }: Deps) {
  const asPublic = { config: { access: 'public' as const } }
  const answer = (reply: FastifyReply, type: string, text: string) =>
    reply
      .header('cache-control', KEPT)
      .header('x-content-type-options', 'nosniff')
      .type(`${type}; charset=utf-8`)
      .send(text)
  app.get(FEED_PATH, asPublic, async (request, reply) => {
    const site = await siteOf(request)
    if (site.hiddenPages.includes('news')) return answerNotFound(reply)
    return answer(reply, 'application/rss+xml', writeFeed(await readLatest(db, clock.now(), MAX_FEED_ITEMS), site))
  })
  app.get('/sitemap.xml', asPublic, async (request, reply) => {
    const site = await siteOf(request)
    const news = site.hiddenPages.includes('news') ? [] : await readLatest(db, clock.now(), MAX_SITEMAP_ITEMS)
    return answer(reply, 'application/xml', writeSiteMap(news, site))
  })
  app.get('/robots.txt', asPublic, async (request, reply) =>
    answer(reply, 'text/plain', writeRobots(await siteOf(request))),
  )
  app.get(SECURITY_PATH, asPublic, async (request, reply) => {
    const { SECURITY_CONTACT: contact } = config
    if (contact === undefined) return answerNotFound(reply)
    return answer(reply, 'text/plain', writeSecurity(contact, await siteOf(request), clock.now()))
  })
}
