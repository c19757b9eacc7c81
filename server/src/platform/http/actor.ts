import { can, isContractorUser, type Access, type Role } from '@artikul/contract/roles'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** Who acts: the person at the keyboard, the person he acts as (the same unless impersonating), and for which company. */
export interface Actor {
  userId: number
  subjectId: number
  sessionId: number
  roles: readonly Role[]
  contractorId: number | null
}

/** Finds who sent the request by its bearer token. `fresh` passes by the one-second memory of sessions. */
export type Authenticate = (token: string, fresh: boolean) => Promise<Actor | null>

/** Rows of one company, or of any (staff only): every query of owned rows takes it second. */
export type Owner = number | 'any'

/**
 * The company a contractor user acts for.
 * @throws AppError `contractor.not_chosen`
 */
export function requireContractor(actor: Actor): number {
  if (actor.contractorId === null) throw new AppError('contractor.not_chosen')
  return actor.contractorId
}

/** What the actor may read: his current company's rows, or any for staff. */
export const ownerOf = (actor: Actor): Owner => (isContractorUser(actor.roles) ? requireContractor(actor) : 'any')

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  return header === undefined ? undefined : /^Bearer ([\w.~+/-]+=*)$/.exec(header)?.[1]
}

async function findActor(request: FastifyRequest, authenticate: Authenticate): Promise<Actor | null> {
  const token = bearerToken(request)
  if (token === undefined) return null
  const actor = await authenticate(token, false)
  const shown = request.headers['x-contractor-id']
  if (!actor || shown === undefined || shown === String(actor.contractorId)) return actor
  // Another company than remembered: it may have been changed a moment ago through another node.
  const fresh = await authenticate(token, true)
  if (fresh && isContractorUser(fresh.roles) && shown !== String(fresh.contractorId))
    throw new AppError('contractor.changed')
  return fresh
}

/** Lets the request in by the route's access rule. */
export async function admit(
  request: FastifyRequest,
  access: Access,
  authenticate: Authenticate,
): Promise<Actor | null> {
  if (access === 'public') return null
  const actor = await findActor(request, authenticate)
  if (!actor) throw new AppError('auth.required')
  if (access !== 'signed-in' && !can(actor.roles, access)) throw new AppError('auth.forbidden')
  return actor
}
