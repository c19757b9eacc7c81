import { companyScopeOf, accessScopeOf } from '../../../platform/access/index.ts'
import { readFile } from 'node:fs/promises'
import { requestRoutes as routes } from '@artikul/contract/ordering/quote-requests'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../platform/errors.ts'
import { serve, type Actor, type Author, type Handles } from '../../../platform/http/index.ts'
import { buyerOf } from '../cart/index.ts'
import { searchByArticle, type SearchDeps } from '../search/index.ts'
import { answer } from './answer-quote-request.ts'
import { addAnswersToCart } from './answers-to-cart.ts'
import { createRequest, type RequestDeps } from './create-quote-request.ts'
import { addPhoto, readPhoto } from './quote-request-photos.ts'
import { selectQuoteRequest } from './quote-requests.queries.ts'
import { listRequests, readRequest } from './read-quote-requests.ts'
import {
  closeQuoteRequest,
  postQuoteRequestMessage,
  assignQuoteRequest,
  type QuoteRequestParty,
} from './quote-request-messages.ts'

const partyOf = ({ actor, author }: { actor: Actor; author: Author }): QuoteRequestParty => ({
  reader: accessScopeOf(actor),
  author,
  rights: actor.rights,
})

export function requestsModule(app: FastifyInstance, database: Handles, deps: RequestDeps & SearchDeps) {
  serve(app, database, routes.list, ({ actor, db, query }) => listRequests(db, actor, query))
  serve(app, database, routes.create, ({ actor, author, body, db: tx }) =>
    createRequest(tx, deps, { author, asker: companyScopeOf(actor) }, body),
  )
  serve(app, database, routes.get, ({ actor, db, params }) => readRequest(db, deps, actor, params.id))
  serve(app, database, routes.addPhoto, async (call) =>
    addPhoto(call.db, deps.clock, partyOf(call), call.params.id, await readFile(call.body.path)),
  )
  serve(app, database, routes.photo, ({ actor, db, params }) => readPhoto(db, accessScopeOf(actor), params.id))
  serve(app, database, routes.postMessage, async (call) => {
    await postQuoteRequestMessage(call.db, deps, partyOf(call), call.params.id, call.body.text)
    return {}
  })
  serve(app, database, routes.close, async (call) => {
    await closeQuoteRequest(call.db, deps, partyOf(call), call.params.id)
    return {}
  })
  serve(app, database, routes.addToCart, ({ actor, db, params, body }) =>
    addAnswersToCart(db, { buyer: buyerOf(actor), pricing: deps.pricing }, params.id, body),
  )
  serve(app, database, routes.assign, async (call) => {
    await assignQuoteRequest(call.db, deps, partyOf(call), call.params.id)
    return {}
  })
  serve(app, database, routes.offers, async ({ db, params, query }) => {
    const request = await selectQuoteRequest(db, 'any', params.id)
    if (!request) throw new AppError('not_found', { detail: 'Запрос не найден' })
    const { contractor_id: contractorId } = request
    const zoneId = await deps.readZone(db, { contractorId, limits: null }, undefined)
    return searchByArticle(deps, { contractorId, zoneId }, query)
  })
  serve(app, database, routes.answer, async (call) => {
    await answer(call.db, deps, partyOf(call), call.params.id, call.body)
    return {}
  })
}
