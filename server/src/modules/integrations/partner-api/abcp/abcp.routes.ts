import type { KeyScope } from '@artikul/contract/core/key-scopes'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../../platform/db/index.ts'
import { requireContractor, type Actor } from '../../../../platform/http/index.ts'
import { loggable } from '../../../../platform/telemetry/log-error.ts'
import type { ApiKeys } from '../key-access.ts'
import { selectKeyAccount } from '../partner.queries.ts'
import * as advice from './abcp-advice.ts'
import * as basket from './abcp-basket.ts'
import type { AbcpCall, AbcpDeps } from './abcp-call.ts'
import { AbcpError, asAbcpError } from './abcp-errors.ts'
import { jsonFields, readFields, type AbcpFields } from './abcp-fields.ts'
import * as orders from './abcp-orders.ts'
import * as search from './abcp-search.ts'

interface Operation {
  scope: KeyScope | 'any'
  run: (call: AbcpCall) => unknown
}

const of = (scope: Operation['scope'], run: Operation['run']): Operation => ({ scope, run })

/** `GET user/info`: the company of the key. */
async function userInfo({ db, actor, contractorId }: AbcpCall) {
  const account = await selectKeyAccount(db, contractorId, actor.key?.id ?? 0)
  return {
    ...{ id: String(contractorId), code: account?.inn ?? '', email: '', mobile: '' },
    ...{ name: account?.key ?? '', organization: account?.company ?? '' },
  }
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'GET search/brands': of('search', search.brands),
  'GET search/articles': of('search', search.articles),
  'POST search/batch': of('search', search.batch),
  'GET search/tips': of('search', search.tips),
  'GET search/history': of('search', advice.history),
  'GET advices': of('search', advice.advices),
  'POST advices/batch': of('search', advice.adviceBatch),
  'GET articles/brands': of('search', search.knownBrands),
  'POST basket/add': of('orders', basket.add),
  'POST basket/clear': of('orders', basket.clear),
  'GET basket/content': of('orders', basket.content),
  'POST basket/order': of('orders', basket.order),
  'GET basket/multibasket': of('orders', basket.baskets),
  'GET basket/options': of('orders', basket.options),
  'GET basket/paymentMethods': of('orders', basket.emptyDictionary),
  'GET basket/shipmentMethods': of('orders', basket.emptyDictionary),
  'GET basket/shipmentOffices': of('orders', basket.emptyDictionary),
  'GET basket/shipmentDates': of('orders', basket.emptyDictionary),
  'GET basket/shipmentAddresses': of('orders', basket.addresses),
  'GET orders': of('orders', orders.recentOrders),
  'GET orders/list': of('orders', orders.ordersByNumber),
  'GET orders/statuses': of('orders', orders.statuses),
  'POST orders/instant': of('orders', orders.orderInstantly),
  'POST orders/cancelPosition': of('orders', orders.cancelPosition),
  'GET user/info': of('any', userInfo),
}

const BODY_LIMIT = 1024 * 1024

/** Fields of the call: of the query, and of the form or the JSON that a POST sends. */
function fieldsOf({ method, body, url }: FastifyRequest): AbcpFields {
  const query = url.split('?')[1] ?? ''
  if (method === 'POST' && typeof body === 'string' && body.startsWith('{')) return readFields(jsonFields(body))
  return readFields(new URLSearchParams(method === 'POST' && typeof body === 'string' ? `${query}&${body}` : query))
}

async function admitCall(apiKeys: ApiKeys, request: FastifyRequest, { values }: AbcpFields, scope: KeyScope | 'any') {
  const { userlogin: login, userpsw: md5 } = values
  if (login === undefined || md5 === undefined) throw new AbcpError(102, 'User Authentication Error')
  const credentials = { login: login.toLowerCase(), md5: md5.toLowerCase() }
  const { actor, allowance } = await apiKeys.enter(credentials, { address: request.ip, scope })
  if (allowance.isExceeded) throw new AbcpError(303, `Предел вызовов исчерпан, повторите через ${allowance.reset} с`)
  return actor
}

function send(reply: FastifyReply, status: number, body: unknown) {
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
    .type('application/json; charset=utf-8')
    .serializer(String)
    .send(JSON.stringify(body))
}

const sendError = (reply: FastifyReply, { status, code, message }: AbcpError) =>
  send(reply, status, { errorCode: code, errorMessage: message })

/** Serves the protocol of ABCP for buyers' programs: `/abcp/search/articles` and others, by a key's login and secret. */
export function abcpModule(app: FastifyInstance, database: Database, deps: AbcpDeps & { apiKeys: ApiKeys }) {
  const callOf = (request: FastifyRequest, reply: FastifyReply, actor: Actor, fields: AbcpFields): AbcpCall => {
    const contractorId = requireContractor(actor)
    const hidesPrices = actor.limits?.seesPrices === false
    return {
      ...{ request, reply, deps, actor, contractorId, fields, pointId: actor.key?.consigneeId ?? undefined },
      db: database.forTenant(contractorId),
      shown: (offer) => (hidesPrices ? { ...offer, price_kop: null } : offer),
    }
  }
  void app.register(async (abcp) => {
    abcp.removeAllContentTypeParsers()
    abcp.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_, body, done) => done(null, body))
    abcp.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
      const known = asAbcpError(error)
      if (known) return sendError(reply, known)
      if (error.statusCode === 413) return sendError(reply, new AbcpError(4, 'Request is too large'))
      request.log.error({ err: loggable(error) }, 'ABCP call failed')
      return sendError(reply, new AbcpError(13, 'Internal error'))
    })
    abcp.route<{ Params: { '*': string } }>({
      method: ['GET', 'POST'],
      url: '/abcp/*',
      bodyLimit: BODY_LIMIT,
      config: { access: 'public' },
      handler: async (request, reply) => {
        const fields = fieldsOf(request)
        const name = `${request.method} ${request.params['*'].replace(/\/$/, '')}`
        const operation = Object.hasOwn(OPERATIONS, name) ? OPERATIONS[name] : undefined
        const actor = await admitCall(deps.apiKeys, request, fields, operation?.scope ?? 'any')
        if (!operation) throw new AbcpError(3, 'Unknown operation')
        request.actor = actor
        return send(reply, 200, await operation.run(callOf(request, reply, actor, fields)))
      },
    })
  })
}
