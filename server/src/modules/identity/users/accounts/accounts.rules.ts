import { unlimited, type Membership, type UserPatch } from '@artikul/contract/identity/accounts'
import { isContractorUser, isStaff, type Role, type StaffRight } from '@artikul/contract/core/roles'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Actor, Author } from '../../../../platform/http/index.ts'
import { selectCompanyIds } from './accounts.queries.ts'
import type { AdministeredScope } from '../administered-scope.queries.ts'

/** Who manages accounts, and how far he reaches. */
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

/** What of an account its managers may change. */
export interface AccountState {
  full_name: string
  email: string
  /** A new e-mail that waits until the person has opened its link. */
  pending_email: string | null
  phone: string | null
  roles: readonly Role[]
  rights: readonly StaffRight[]
  is_active: boolean
  memberships: readonly Membership[]
}

export const isSelf = ({ actor }: Administrator, userId: number) =>
  userId === actor.subjectId || userId === actor.userId

export const isWithin = (reach: AdministeredScope, contractorId: number) =>
  reach === 'any' || reach.companyIds.includes(contractorId)

/** The person works for companies that are not the admin's. */
export const isShared = (reach: AdministeredScope, memberships: readonly Membership[]) =>
  memberships.some((membership) => !isWithin(reach, membership.contractor_id))

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

export const emailTaken = () => invalid('email', 'Такая почта уже есть')

/**
 * Whether a new e-mail waits until its owner confirms it. Changed at once, it would let a client admin take over a person
 * of other companies, and an administrator a colleague: the link for a new password goes to the e-mail.
 */
export const proposesEmail = ({ reach }: Administrator, { roles }: Pick<AccountState, 'roles'>) =>
  reach !== 'any' || isStaff(roles)

/**
 * Everything after the change; an admin's memberships stand beside those of companies that are not his, and the e-mail
 * that he proposes waits for its owner.
 */
export function stateAfter(by: Administrator, before: AccountState, patch: UserPatch): AccountState {
  const { reach } = by
  const others = before.memberships.filter((one) => !isWithin(reach, one.contractor_id))
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

/** Which parts of the account the new state changes. */
export function changesBetween(before: AccountState, after: AccountState) {
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
export type Changes = ReturnType<typeof changesBetween>

interface AccountChange {
  before: AccountState
  after: AccountState
  changes: Changes
}

/** Whether the change takes an administrator of the portal away. */
export const losesAdministrator = ({ before, after }: Pick<AccountChange, 'before' | 'after'>) =>
  isAdministrator(before) && !isAdministrator(after)

const isAdministrator = ({ is_active, rights }: AccountState) => is_active && rights.includes('administrator')

const isAnyChange = ({ joined, left, limited }: Changes) => joined.length + left.length + limited.length > 0

export const isNothing = (changes: Changes) =>
  !changes.email && !changes.person && !changes.active && !changes.roles && !changes.rights && !isAnyChange(changes)

/**
 * A whole account: staff work for no company, clients have no rights of staff.
 * @throws AppError `input.invalid` with the field
 */
export function requireWhole({ roles, rights, memberships }: Pick<AccountState, 'roles' | 'rights' | 'memberships'>) {
  if (isStaff(roles) && memberships.length > 0) throw invalid('memberships', 'У менеджера нет своих компаний')
  if (!isStaff(roles) && rights.length > 0) throw invalid('rights', 'Эти права есть только у менеджеров')
  if (new Set(memberships.map((one) => one.contractor_id)).size < memberships.length)
    throw invalid('memberships', 'Компания повторяется')
}

/**
 * Whoever only proposes e-mails leaves the address of an invitation as it is: another one is another invitation.
 * @throws AppError `input.invalid`
 */
export function requireAnswered({ email }: Changes) {
  if (email) throw invalid('email', 'Приглашение ушло на прежнюю почту: отзовите его и пригласите на новую')
}

/**
 * Whom a stranger's company invites gets a letter with its name: nobody does before a manager has looked at it.
 * @throws AppError `contractor.pending`
 */
export function requireLetIn({ reach }: Administrator, joined: readonly Membership[], waiting: readonly number[]) {
  if (reach !== 'any' && joined.some((one) => waiting.includes(one.contractor_id)))
    throw new AppError('contractor.pending')
}

type Access = Pick<AccountState, 'roles' | 'rights'>

const hasMoreRights = ({ rights }: Access, { actor }: Administrator) =>
  rights.some((right) => !actor.rights.includes(right))

/** Accounts of staff are managed by administrators, and nobody reaches a person with more rights than his own. */
export const mayManage = (by: Administrator, account: Access) =>
  !isStaff(account.roles) || (by.actor.rights.includes('administrator') && !hasMoreRights(account, by))

/** @throws AppError `auth.right_needed` for an account of staff that the person may not manage */
export function requireMayManage(by: Administrator, account: Access) {
  if (mayManage(by, account)) return
  const detail = by.actor.rights.includes('administrator')
    ? 'У этого сотрудника есть права, которых нет у вас: дать или изменить их может только тот, у кого они есть'
    : 'Учётные записи сотрудников портала ведёт администратор'
  throw new AppError('auth.right_needed', { detail })
}

/**
 * A new account, as its maker may make it.
 * @throws AppError `input.invalid`, `not_found` for a company out of reach, `auth.not_on_behalf` for limits,
 * `auth.right_needed` for staff
 */
export function requireMayCreate(by: Administrator, asked: Pick<AccountState, 'roles' | 'rights' | 'memberships'>) {
  const { actor, reach } = by
  if (reach !== 'any' && isStaff(asked.roles)) throw invalid('roles', 'Эту роль даёт только менеджер')
  requireWhole(asked)
  requireMayManage(by, asked)
  if (!isStaff(asked.roles) && asked.memberships.length === 0) throw invalid('memberships', 'Выберите компанию')
  requireWithin(reach, asked.memberships)
  const isLimited = asked.memberships.some((one) => !isSameLimits(one, unlimited(one.contractor_id)))
  if (actor.impersonationId !== null && isLimited) throw new AppError('auth.not_on_behalf')
}

/** @throws AppError `not_found` for a company that is not the admin's own */
export function requireWithin(reach: AdministeredScope, memberships: readonly Membership[]) {
  if (isShared(reach, memberships)) throw new AppError('not_found', { detail: 'Компания не найдена' })
}

/**
 * Nobody changes his own access; a manager in a client's name leaves the access of others alone; an admin leaves alone
 * what belongs to other companies too; staff are changed by administrators.
 * @throws AppError `user.own_role`, `auth.not_on_behalf`, `user.shared`, `auth.right_needed`
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
      throw new AppError('auth.not_on_behalf')
  }
  if ((isAccess || changes.email || changes.person) && isShared(by.reach, before.memberships))
    throw new AppError('user.shared')
}
