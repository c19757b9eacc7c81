import {
  can,
  isContractorUser,
  STAFF_RIGHT_LABELS,
  type RouteAccess,
  type Role,
  type StaffRight,
} from '@artikul/contract/core/roles'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** What the admin of the company lets an employee do; sums in kopecks, null: no limit. */
export interface Limits {
  seesPrices: boolean
  seesSettlements: boolean
  mayPlace: boolean
  orderLimitKop: number | null
  monthLimitKop: number | null
  /** Consignees he works with; null: every one. */
  consigneeIds: readonly number[] | null
}

/** Who acts: the person at the keyboard, the person he acts as (the same unless impersonating), and for which company. */
export interface Actor {
  userId: number
  subjectId: number
  sessionId: number
  /** The manager's work in the client's name that this call belongs to. */
  impersonationId: number | null
  roles: readonly Role[]
  /** What staff may beside their roles. */
  rights: readonly StaffRight[]
  contractorId: number | null
  /** Null for whom nothing is limited: staff, company admins. */
  limits: Limits | null
  /** Nothing but setting up the second factor is open to him. */
  mustSetSecondFactor: boolean
}

/** Who wrote something and for whom: what every written row names. */
export interface Writer {
  actorId: number
  subjectId: number
}

/** The columns of a written row that name its author. */
export const writtenBy = ({ actorId, subjectId }: Writer) => ({ actor_id: actorId, subject_id: subjectId })

/** The same with the company and from where. */
export interface Author extends Writer {
  contractorId: number | null
  address: string
  requestId: string
}

export const authorOf = (request: FastifyRequest, actor: Actor): Author => ({
  actorId: actor.userId,
  subjectId: actor.subjectId,
  contractorId: actor.contractorId,
  address: request.ip,
  requestId: request.id,
})

/** Finds who sent the request by its bearer token. `fresh` passes by the one-second memory of sessions. */
export type Authenticate = (token: string, fresh: boolean) => Promise<Actor | null>

/**
 * The company a contractor user acts for.
 * @throws AppError `contractor.not_chosen`
 */
export function requireContractor(actor: Actor): number {
  if (actor.contractorId === null) throw new AppError('contractor.not_chosen')
  return actor.contractorId
}

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

/** A manager writes in a client's name. */
export const isOnBehalf = ({ actorId, subjectId }: Writer) => actorId !== subjectId

/** Who is let in. */
export interface Entry {
  access: RouteAccess
  right: StaffRight | undefined
  rightOfOthers: StaffRight | undefined
  selfOnly: boolean | undefined
}

/**
 * Lets the request in by the route's access rule.
 * @throws AppError `auth.required`, `auth.forbidden`, `auth.right_needed`, `auth.not_on_behalf`, `auth.second_factor_needed`
 */
export async function admit(
  request: FastifyRequest,
  { access, right, rightOfOthers, selfOnly }: Entry,
  authenticate: Authenticate,
): Promise<Actor | null> {
  if (access === 'public') return null
  const actor = await findActor(request, authenticate)
  if (!actor) throw new AppError('auth.required')
  if (access !== 'signed-in' && !can(actor.roles, access)) throw new AppError('auth.forbidden')
  const needed = right ?? (actor.roles.includes('ARTIKUL_ORDER_MANAGER') ? undefined : rightOfOthers)
  if (needed && !actor.rights.includes(needed))
    throw new AppError('auth.right_needed', {
      detail: `Нужно право «${STAFF_RIGHT_LABELS[needed]}»: его даёт администратор портала`,
    })
  if (selfOnly && isOnBehalf(authorOf(request, actor))) throw new AppError('auth.not_on_behalf')
  const isOwnPage = access === 'signed-in' || access === 'staff:self' || access === 'client:self'
  if (actor.mustSetSecondFactor && !isOwnPage) throw new AppError('auth.second_factor_needed')
  return actor
}
