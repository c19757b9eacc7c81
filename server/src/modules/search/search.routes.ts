import { isContractorUser } from '@artikul/contract/roles'
import { searchRoutes as routes } from '@artikul/contract/search'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/index.ts'
import { serve, type Actor, type Handles } from '../../platform/http/index.ts'
import { memberOf, type ReadZone } from '../consignees/index.ts'
import { nextCutoff } from '../pricing/index.ts'
import { clientOf, withInside } from './as-client.ts'
import { searchByArticle, type SearchDeps, type Searcher } from './search.service.ts'
import { suggest } from './words.ts'

/** @throws AppError `contractor.not_chosen`, `not_found` for a point that is not the person's */
export async function searcherOf(
  db: Db,
  readZone: ReadZone,
  actor: Actor,
  consigneeId: number | undefined,
): Promise<Searcher> {
  if (!isContractorUser(actor.roles)) return { contractorId: null, zoneId: null }
  const member = memberOf(actor)
  return { contractorId: member.contractorId, zoneId: await readZone(db, member, consigneeId) }
}

export function searchModule(app: FastifyInstance, database: Handles, deps: SearchDeps) {
  serve(app, database, routes.byArticle, async ({ actor, db, query }) =>
    searchByArticle(deps, await searcherOf(db, deps.readZone, actor, query.consignee_id), query),
  )
  serve(app, database, routes.asClient, async ({ db, query }) => {
    const client = await clientOf(db, deps.readZone, query)
    return withInside(deps, (watched) => searchByArticle(watched, client, query))
  })
  serve(app, database, routes.suggest, async ({ query }) => ({ results: await suggest(deps.driver, query.q) }))
  serve(app, database, routes.cutoff, async ({ actor, db, query }) => {
    const { zoneId } = await searcherOf(db, deps.readZone, actor, query.consignee_id)
    const cutoff = nextCutoff(deps.clock.now(), await deps.readDirectory(), zoneId)
    return { cutoff: cutoff && { of: cutoff.of, at: cutoff.at.toISOString() } }
  })
}
