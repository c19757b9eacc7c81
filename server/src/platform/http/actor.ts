import {
  can,
  isContractorUser,
  STAFF_RIGHT_LABELS,
  type RouteAccess,
  type Role,
  type StaffRight,
} from '@artikul/contract/core/roles'
import type { KeyScope } from '@artikul/contract/core/key-scopes'
import type { Route } from '@artikul/contract/core/route'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { ReadPortal } from '../portal/portal.ts'

/** Limits of an employee set by the admin of the company; sums in kopecks, null for no limit. */
export interface Limits {
  seesPrices: boolean
  seesSettlements: boolean
  mayPlace: boolean
  orderLimitKop: number | null
  monthLimitKop: number | null
  /** Available consignees; null for all. */
  consigneeIds: readonly number[] | null
}

/** Key of a program that acts for the person who made it. */
export interface ActingKey {
  id: number
  name: string
  /** Delivery point of calls that name none; null for the usual one. */
  consigneeId: number | null
}

/** Actor, subject (the same person except during impersonation), and the company. */
export interface Actor {
  userId: number
  subjectId: number
  sessionId: number
  /** Impersonation to which this call belongs. */
  impersonationId: number | null
  roles: readonly Role[]
  /** Rights of staff in addition to their roles. */
  rights: readonly StaffRight[]
  contractorId: number | null
  /** Limits of the user; null for unlimited users: staff, company admins. */
  limits: Limits | null
  /** True when only setting up the second factor is permitted. */
  mustSetSecondFactor: boolean
  /** Key with which a program calls; absent for people. */
  key?: ActingKey
}

/** Actor and subject recorded in every written row. */
export interface Writer {
  actorId: number
  subjectId: number
  /** Name of the key when a program writes. */
  apiKey?: string | undefined
}

/** Columns of a written row that record its author. */
export const writtenBy = ({ actorId, subjectId }: Writer) => ({ actor_id: actorId, subject_id: subjectId })

/** Writer with the company and the origin of the request. */
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
  apiKey: actor.key?.name,
})

/** Authenticates the bearer token of a request. `fresh` bypasses the one-second cache of sessions. */
export type Authenticate = (token: string, fresh: boolean) => Promise<Actor | null>

/** Admits a program by the key of the request, within its limits of calls. */
export type AdmitKey = (request: FastifyRequest, reply: FastifyReply, scope: KeyScope | 'any') => Promise<Actor>

/**
 * Returns the company of a contractor user.
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
  // The company differs from the cached one: it may have been changed just now through another server.
  const fresh = await authenticate(token, true)
  if (fresh && isContractorUser(fresh.roles) && shown !== String(fresh.contractorId))
    throw new AppError('contractor.changed')
  return fresh
}

/** Detects impersonation: a manager writes on behalf of a client. */
export const isOnBehalf = ({ actorId, subjectId }: Writer) => actorId !== subjectId

/**
 * Answers callers other than order managers that a hidden page does not exist.
 * @throws AppError `not_found`
 */
export async function requirePage(
  request: FastifyRequest,
  page: NonNullable<Route['page']>,
  { authenticate, readPortal }: { authenticate: Authenticate; readPortal: ReadPortal },
): Promise<void> {
  const { hiddenPages } = await readPortal()
  if (hiddenPages.length === 0) return
  const shown = page === ':page' ? (request.params as { page: string }).page : page // the route has this parameter
  if (!hiddenPages.some((hidden) => hidden === shown)) return
  const actor = await findActor(request, authenticate)
  if (!actor?.roles.includes('ARTIKUL_ORDER_MANAGER')) throw new AppError('not_found')
}

/** Access rule of a route. */
export interface Entry {
  access: RouteAccess
  right: StaffRight | undefined
  rightOfOthers: StaffRight | undefined
  selfOnly: boolean | undefined
}

/**
 * Authorises the request by the route's access rule.
 * @throws AppError `auth.required`, `auth.forbidden`, `auth.permission_required`, `auth.not_while_impersonating`,
 * `auth.second_factor_required`
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
    throw new AppError('auth.permission_required', {
      detail: `Нужно право «${STAFF_RIGHT_LABELS[needed]}»: его даёт администратор портала`,
    })
  if (selfOnly && isOnBehalf(authorOf(request, actor))) throw new AppError('auth.not_while_impersonating')
  const isOwnPage = access === 'signed-in' || access === 'staff:self' || access === 'client:self'
  if (actor.mustSetSecondFactor && !isOwnPage) throw new AppError('auth.second_factor_required')
  return actor
}
