import type { Output, Route } from '@artikul/contract/core/route'
import { can } from '@artikul/contract/core/roles'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { DB } from '../db/index.ts'
import { AppError } from '../errors.ts'

/** Validated input of a route; `tx` is the transaction of an idempotent caller. */
export interface RouteInput<R extends Route> {
  params?: Output<R['params']>
  query?: Output<R['query']>
  body?: Output<R['body']>
  tx?: Transaction<DB>
}

type Operation = (request: FastifyRequest, reply: FastifyReply, input: RouteInput<Route>) => Promise<unknown>

const operations = new WeakMap<object, Map<Route, Operation>>()

/** Remembers the handler of a served route; plugins of one server share its routes. */
export function noteOperation({ server }: FastifyInstance, route: Route, operation: Operation) {
  const served = operations.get(server) ?? new Map<Route, Operation>()
  operations.set(server, served.set(route, operation))
}

/**
 * Runs a served route for the caller of another one, so that an entry point in another form needs no commands of its
 * own. Access, visible rows and hidden prices are those of the caller.
 * @throws AppError `auth.forbidden`, and every refusal of the route
 */
export async function runRoute(
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
  input: RouteInput<Route>,
): Promise<unknown> {
  const { access } = route
  const operation = operations.get(request.server.server)?.get(route)
  if (!operation) throw new Error(`${route.method} ${route.path} is not served`)
  if (access !== 'public' && access !== 'signed-in' && !can(request.actor?.roles ?? [], access))
    throw new AppError('auth.forbidden')
  return operation(request, reply, input)
}
