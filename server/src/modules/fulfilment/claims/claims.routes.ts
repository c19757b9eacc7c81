import { companyScopeOf, accessScopeOf } from '../../../platform/access/index.ts'
import { readFile } from 'node:fs/promises'
import { claimRoutes as routes } from '@artikul/contract/fulfilment/claims'
import type { FastifyInstance } from 'fastify'
import { moscowDate } from '../../../platform/clock.ts'
import { serve, type Actor, type Author, type Handles } from '../../../platform/http/index.ts'
import type { DrawPdf } from '../../../platform/files/pdf-pool.ts'
import { createClaim, readGoods, type ClaimDeps } from './create-claim.ts'
import { decide } from './deciding/decide-claim.ts'
import { storeClaimFile, storeFileOfClaim, readClaimFile } from './claim-files.ts'
import { selectClaimableShipments } from './claimed-goods.queries.ts'
import { countClaims } from './claims.queries.ts'
import { differ, type DifferDeps } from './discrepancy.ts'
import { writeOffSupply } from './deciding/write-off.ts'
import { drawAct, drawLabel } from './deciding/claim-documents.ts'
import { listClaims, readClaim } from './read-claims.ts'
import { closeAsAbandoned, inspect, receive, settleClaim } from './deciding/settle-claim.ts'
import { requestClaimDetails, postClaimMessage, assignClaim, withdraw, type ClaimParty } from './claim-messages.ts'

const partyOf = ({ actor, author }: { actor: Actor; author: Author }): ClaimParty => ({
  reader: accessScopeOf(actor),
  author,
})

interface Deps extends ClaimDeps, DifferDeps {
  drawPdf: DrawPdf
}

export function claimsModule(app: FastifyInstance, database: Handles, deps: Deps) {
  serve(app, database, routes.list, ({ actor, db, query }) => listClaims(db, actor, query))
  serve(app, database, routes.counts, async ({ actor, db, query }) => ({
    results: await countClaims(db, accessScopeOf(actor), moscowDate(deps.clock.now()), query.contractor_id),
  }))
  serve(app, database, routes.shipments, async ({ actor, db, query }) => ({
    results: await selectClaimableShipments(db, companyScopeOf(actor), query),
  }))
  serve(app, database, routes.goods, ({ actor, db, params }) => readGoods(db, deps, companyScopeOf(actor), params.id))
  serve(app, database, routes.upload, async ({ actor, author, db, query, body }) =>
    storeClaimFile(db, deps.clock, author, {
      contractorId: companyScopeOf(actor).contractorId,
      claimId: null,
      name: query.name,
      bytes: await readFile(body.path),
    }),
  )
  serve(app, database, routes.uploadTo, async ({ actor, author, db, params, query, body }) => {
    const given = { claimId: params.id, name: query.name, bytes: await readFile(body.path) }
    return storeFileOfClaim(db, deps.clock, { reader: accessScopeOf(actor), author }, given)
  })
  serve(app, database, routes.file, ({ actor, db, params }) =>
    readClaimFile(db, { reader: accessScopeOf(actor), userId: actor.userId }, params.id),
  )
  serve(app, database, routes.create, ({ actor, author, body, db: tx }) =>
    createClaim(tx, deps, { author, member: companyScopeOf(actor) }, body),
  )
  serve(app, database, routes.reportDiscrepancy, ({ actor, author, body, params, db: tx }) =>
    differ(tx, deps, { actor, author }, params.id, body),
  )
  serve(app, database, routes.act, async ({ actor, db, params }) => drawAct(db, deps, actor, params.id))
  serve(app, database, routes.label, async ({ actor, db, params }) => drawLabel(db, deps, actor, params.id))
  serve(app, database, routes.get, ({ actor, db, params }) => readClaim(db, actor, params.id))
  serve(app, database, routes.postMessage, async (call) => {
    await postClaimMessage(call.db, deps, partyOf(call), call.params.id, call.body)
    return {}
  })
  handling(app, database, deps)
}

/** Routes that change the state of a claim. */
function handling(app: FastifyInstance, database: Handles, deps: ClaimDeps) {
  serve(app, database, routes.withdraw, (call) =>
    withdraw(call.db, deps, partyOf(call), { ...call.params, ...call.body }),
  )
  serve(app, database, routes.assign, (call) =>
    assignClaim(call.db, deps, partyOf(call), { ...call.params, ...call.body }),
  )
  serve(app, database, routes.requestDetails, (call) =>
    requestClaimDetails(call.db, deps, partyOf(call), { ...call.params, ...call.body }),
  )
  serve(app, database, routes.decide, (call) => decide(call.db, deps, partyOf(call), { ...call.params, ...call.body }))
  serve(app, database, routes.receive, (call) =>
    receive(call.db, deps, partyOf(call), { ...call.params, ...call.body }),
  )
  serve(app, database, routes.closeAsAbandoned, (call) =>
    closeAsAbandoned(call.db, deps, partyOf(call), { ...call.params, ...call.body }),
  )
  serve(app, database, routes.inspect, (call) =>
    inspect(call.db, deps, partyOf(call), { ...call.params, ...call.body }),
  )
  serve(app, database, routes.settle, (call) =>
    settleClaim(call.db, deps, partyOf(call), { ...call.params, ...call.body }),
  )
  serve(app, database, routes.writeOff, (call) =>
    writeOffSupply(call.db, deps, partyOf(call), { ...call.params, ...call.body }),
  )
}
