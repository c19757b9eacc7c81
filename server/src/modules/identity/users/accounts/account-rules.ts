import { unlimited, type Membership, type UserPatch } from '@artikul/contract/identity/accounts'
import { isContractorUser, isStaff, type Role, type StaffRight } from '@artikul/contract/core/roles'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Actor, Author } from '../../../../platform/http/index.ts'
import { selectCompanyIds } from './accounts.queries.ts'
import type { AdministeredScope } from '../administered-scope.queries.ts'

/** Administrator of accounts and their scope. */
export interface Administrator {
  actor: Actor
  author: Author
  reach: AdministeredScope
}

export const administratorOf = async (db: Db, actor: Actor, author: Author): Promise<Administrator> => ({
  actor,
  author,
  reach: isContractorUser(actor.roles) ? { companyIds: await selectCompanyIds(db, actor.subjectId) } : 'any',
})

/** Fields of an account that its administrators may change. */
export interface AccountState {
  full_name: string
  email: string
  /** New email address until its link is opened. */
  pending_email: string | null
  phone: string | null
  roles: readonly Role[]
  rights: readonly StaffRight[]
  is_active: boolean
  memberships: readonly Membership[]
}

export const isSelf = ({ actor }: Administrator, userId: number) =>
  userId === actor.subjectId || userId === actor.userId

export const isInAdministeredScope = (reach: AdministeredScope, contractorId: number) =>
  reach === 'any' || reach.companyIds.includes(contractorId)

/** Checks whether the person also works for companies outside the admin's scope. */
export const isShared = (reach: AdministeredScope, memberships: readonly Membership[]) =>
  memberships.some((membership) => !isInAdministeredScope(reach, membership.contractor_id))

const sorted = (values: readonly (string | number)[]) => [...values].sort()
const textOf = (value: unknown) => JSON.stringify(value)

const limitsOf = ({ consignee_ids: ids, ...limits }: Membership) => [
  limits.sees_prices,
  limits.sees_settlements,
  limits.may_place,
  limits.order_limit_kop,
  limits.month_limit_kop,
  ids && [...new Set(ids)].sort((a, b) => a - b),
]

const isSameLimits = (a: Membership, b: Membership) => textOf(limitsOf(a)) === textOf(limitsOf(b))

const invalid = (path: string, message: string) => new AppError('input.invalid', { errors: [{ path, message }] })

export const userNotFound = () => new AppError('not_found', { detail: 'Пользователь не найден' })

export const emailAlreadyUsed = () => invalid('email', 'Такая почта уже есть')

/**
 * Checks whether a new email address requires confirmation by its owner. An immediate change would let a client admin
 * take over a person of other companies, and an administrator a colleague, because the link for a new password goes to
 * that address.
 */
export const proposesEmail = ({ reach }: Administrator, { roles }: Pick<AccountState, 'roles'>) =>
  reach !== 'any' || isStaff(roles)

/**
 * Calculates the state after the change; memberships outside the admin's scope are preserved, and a proposed email
 * address waits for its owner.
 */
export function accountStateAfter(by: Administrator, before: AccountState, patch: UserPatch): AccountState {
  const { reach } = by
  const others = before.memberships.filter((one) => !isInAdministeredScope(reach, one.contractor_id))
  const { email = before.email } = patch
  const isMoved = email !== before.email.toLowerCase()
  const proposed = patch.email === undefined ? before.pending_email : isMoved ? email : null
  return {
    full_name: patch.full_name ?? before.full_name,
    ...(proposesEmail(by, before)
      ? { email: before.email, pending_email: proposed }
      : { email, pending_email: isMoved ? null : before.pending_email }),
    phone: patch.phone === undefined ? before.phone : patch.phone,
    roles: patch.roles ?? before.roles,
    rights: patch.rights ?? before.rights,
    is_active: patch.is_active ?? before.is_active,
    memberships: patch.memberships ? [...others, ...patch.memberships] : before.memberships,
  }
}

/** Determines which parts of the account the new state changes. */
export function accountChanges(before: AccountState, after: AccountState) {
  const of = (state: AccountState) => new Map(state.memberships.map((one) => [one.contractor_id, one]))
  const [were, are] = [of(before), of(after)]
  return {
    email: before.email !== after.email || before.pending_email !== after.pending_email,
    person: before.full_name !== after.full_name || before.phone !== after.phone,
    active: before.is_active !== after.is_active,
    roles: textOf(sorted(before.roles)) !== textOf(sorted(after.roles)),
    rights: textOf(sorted(before.rights)) !== textOf(sorted(after.rights)),
    joined: after.memberships.filter((one) => !were.has(one.contractor_id)),
    left: before.memberships.filter((one) => !are.has(one.contractor_id)),
    limited: after.memberships.flatMap((is) => {
      const was = were.get(is.contractor_id)
      return was && !isSameLimits(was, is) ? [{ was, is }] : []
    }),
  }
}
export type Changes = ReturnType<typeof accountChanges>

interface AccountChange {
  before: AccountState
  after: AccountState
  changes: Changes
}

/** Checks whether the change removes an administrator of the portal. */
export const losesAdministrator = ({ before, after }: Pick<AccountChange, 'before' | 'after'>) =>
  isAdministrator(before) && !isAdministrator(after)

const isAdministrator = ({ is_active, rights }: AccountState) => is_active && rights.includes('administrator')

const isAnyChange = ({ joined, left, limited }: Changes) => joined.length + left.length + limited.length > 0

export const isNothing = (changes: Changes) =>
  !changes.email && !changes.person && !changes.active && !changes.roles && !changes.rights && !isAnyChange(changes)

/**
 * Requires a consistent account: staff work for no company, clients have no rights of staff.
 * @throws AppError `input.invalid` for the field
 */
export function requireWhole({ roles, rights, memberships }: Pick<AccountState, 'roles' | 'rights' | 'memberships'>) {
  if (isStaff(roles) && memberships.length > 0) throw invalid('memberships', 'У менеджера нет своих компаний')
  if (!isStaff(roles) && rights.length > 0) throw invalid('rights', 'Эти права есть только у менеджеров')
  if (new Set(memberships.map((one) => one.contractor_id)).size < memberships.length)
    throw invalid('memberships', 'Компания повторяется')
}

/**
 * Forbids changing the address of an invitation to admins who can only propose addresses: another address requires
 * another invitation.
 * @throws AppError `input.invalid`
 */
export function requireAnswered({ email }: Changes) {
  if (email) throw invalid('email', 'Приглашение ушло на прежнюю почту: отзовите его и пригласите на новую')
}

/**
 * Requires that the company is approved, because an invitation is an email with its name to a stranger.
 * @throws AppError `contractor.pending`
 */
export function requireLetIn({ reach }: Administrator, joined: readonly Membership[], waiting: readonly number[]) {
  if (reach !== 'any' && joined.some((one) => waiting.includes(one.contractor_id)))
    throw new AppError('contractor.pending')
}

type Access = Pick<AccountState, 'roles' | 'rights'>

const hasMoreRights = ({ rights }: Access, { actor }: Administrator) =>
  rights.some((right) => !actor.rights.includes(right))

/**
 * Checks access: accounts of staff are managed by administrators, and nobody manages a person with more rights than
 * their own.
 */
export const mayManage = (by: Administrator, account: Access) =>
  !isStaff(account.roles) || (by.actor.rights.includes('administrator') && !hasMoreRights(account, by))

/** @throws AppError `auth.permission_required` for a staff account that the person may not manage */
export function requireMayManage(by: Administrator, account: Access) {
  if (mayManage(by, account)) return
  const detail = by.actor.rights.includes('administrator')
    ? 'У этого сотрудника есть права, которых нет у вас: дать или изменить их может только тот, у кого они есть'
    : 'Учётные записи сотрудников портала ведёт администратор'
  throw new AppError('auth.permission_required', { detail })
}

/**
 * Validates a new account against the rights of its creator.
 * @throws AppError `input.invalid`, `not_found` for a company outside the scope, `auth.not_while_impersonating` for limits,
 * `auth.permission_required` for staff
 */
export function requireMayCreate(by: Administrator, input: Pick<AccountState, 'roles' | 'rights' | 'memberships'>) {
  const { actor, reach } = by
  if (reach !== 'any' && isStaff(input.roles)) throw invalid('roles', 'Эту роль даёт только менеджер')
  requireWhole(input)
  requireMayManage(by, input)
  if (!isStaff(input.roles) && input.memberships.length === 0) throw invalid('memberships', 'Выберите компанию')
  requireWithin(reach, input.memberships)
  const isLimited = input.memberships.some((one) => !isSameLimits(one, unlimited(one.contractor_id)))
  if (actor.impersonationId !== null && isLimited) throw new AppError('auth.not_while_impersonating')
}

/** @throws AppError `not_found` for a company that does not belong to the admin */
export function requireWithin(reach: AdministeredScope, memberships: readonly Membership[]) {
  if (isShared(reach, memberships)) throw new AppError('not_found', { detail: 'Компания не найдена' })
}

/**
 * Validates the rights to a change: nobody changes their own access; during impersonation the access of others is
 * read-only; an admin cannot change what also concerns other companies; staff are changed by administrators.
 * @throws AppError `user.own_role`, `auth.not_while_impersonating`, `user.shared`, `auth.permission_required`
 */
export function requireMayChange(by: Administrator, userId: number, { before, after, changes }: AccountChange) {
  const isAccess = changes.active || changes.roles || changes.rights
  if (isSelf(by, userId)) {
    if (isAccess || isAnyChange(changes)) throw new AppError('user.own_role')
    if (changes.email)
      throw new AppError('user.own_role', { detail: 'Свою почту меняют в профиле: там спросят текущий пароль' })
  } else {
    requireMayManage(by, before)
    requireMayManage(by, after)
  }
  if (by.actor.impersonationId !== null) {
    const isLimited = changes.joined.some((one) => !isSameLimits(one, unlimited(one.contractor_id)))
    if (isAccess || changes.email || changes.left.length > 0 || changes.limited.length > 0 || isLimited)
      throw new AppError('auth.not_while_impersonating')
  }
  if ((isAccess || changes.email || changes.person) && isShared(by.reach, before.memberships))
    throw new AppError('user.shared')
}
