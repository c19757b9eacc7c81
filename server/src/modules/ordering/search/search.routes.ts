import { companyScopeOf } from '../../../platform/access/index.ts'
import { isContractorUser } from '@artikul/contract/core/roles'
import { searchRoutes as routes } from '@artikul/contract/ordering/search'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/index.ts'
import { allowStaleRead, serve, type Actor, type Handles } from '../../../platform/http/index.ts'
import type { ReadZone } from '../../companies/index.ts'
import { nextCutoff } from '../../pricing/index.ts'
import { readShownGroups } from '../../catalog/index.ts'
import { browseGroup } from './browse-groups.ts'
import { selectOwnCode } from './own-code.queries.ts'
import { clientOf, withInside } from './view-as-client.ts'
import { searchByArticle, type SearchRouteDeps, type Searcher } from './search.ts'
import { suggestWords } from './words.ts'

/** @throws AppError `contractor.not_chosen`, `not_found` for a point not available to the person */
export async function searcherOf(
  db: Db,
  readZone: ReadZone,
  actor: Actor,
  consigneeId: number | undefined,
): Promise<Searcher> {
  if (!isContractorUser(actor.roles)) return { contractorId: null, zoneId: null }
  const member = companyScopeOf(actor)
  const { contractorId } = member
  return {
    contractorId,
    zoneId: await readZone(db, member, consigneeId),
    findOwnCode: (text) => selectOwnCode(db, contractorId, text),
  }
}

export function searchModule(app: FastifyInstance, database: Handles, deps: SearchRouteDeps) {
  serve(app, database, routes.byArticle, async ({ actor, db, query, request }) => {
    const searcher = await searcherOf(db, deps.readZone, actor, query.consignee_id)
    const reply = await deps.read(allowStaleRead(request), (driver) =>
      searchByArticle({ ...deps, driver }, searcher, query),
    )
    // A manager under impersonation searches for the client too.
    if (searcher.contractorId !== null) deps.noteSearch(searcher.contractorId, query.q, reply)
    return reply
  })
  serve(app, database, routes.asClient, async ({ db, query, request }) => {
    const client = await clientOf(db, deps.readZone, query)
    return deps.read(allowStaleRead(request), (driver) =>
      withInside({ ...deps, driver }, (watched) => searchByArticle(watched, client, query)),
    )
  })
  serve(app, database, routes.groups, async ({ request }) => ({
    results: await deps.read(allowStaleRead(request), readShownGroups),
  }))
  serve(app, database, routes.ofGroup, async ({ actor, db, params, query, request }) => {
    const searcher = await searcherOf(db, deps.readZone, actor, query.consignee_id)
    return deps.read(allowStaleRead(request), (driver) =>
      browseGroup({ ...deps, driver }, searcher, { ...params, page: query.page }),
    )
  })
  serve(app, database, routes.ofGroupAsClient, async ({ db, params, query, request }) => {
    const client = await clientOf(db, deps.readZone, query)
    return deps.read(allowStaleRead(request), (driver) =>
      withInside({ ...deps, driver }, (watched) => browseGroup(watched, client, { ...params, page: query.page })),
    )
  })
  serve(app, database, routes.suggest, async ({ query, request }) => ({
    results: await deps.read(allowStaleRead(request), (driver) => suggestWords(driver, query.q)),
  }))
  serve(app, database, routes.cutoff, async ({ actor, db, query }) => {
    const { zoneId } = await searcherOf(db, deps.readZone, actor, query.consignee_id)
    const cutoff = nextCutoff(deps.clock.now(), await deps.readDirectory(), zoneId)
    return { cutoff: cutoff && { of: cutoff.of, at: cutoff.at.toISOString() } }
  })
}
