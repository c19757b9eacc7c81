import { isContractorUser } from '@artikul/contract/core/roles'
import type { CurrentUser } from '@artikul/contract/identity/users'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Actor } from '../../../platform/http/index.ts'
import * as queries from './users.queries.ts'

const mayOf = ({ limits }: Actor): CurrentUser['may'] => ({
  see_prices: limits?.seesPrices ?? true,
  see_settlements: limits?.seesSettlements ?? true,
  place_orders: limits?.mayPlace ?? true,
  change_points: (limits?.consigneeIds ?? null) === null,
})

/** Reads the person, their current company and their permissions. */
export async function readCurrentUser(db: Db, { clock }: { clock: Clock }, actor: Actor): Promise<CurrentUser> {
  const { contractorId, subjectId, userId } = actor
  const isClient = isContractorUser(actor.roles)
  const consigneeIds = actor.limits?.consigneeIds ?? null
  const user = await queries.selectCurrentUser(db, {
    userId,
    subjectId,
    contractorId,
    consigneeIds,
    today: moscowDate(clock.now()),
  })
  return {
    ...user,
    roles: user.roles.map((name) => ({ name })),
    contractors: isClient ? user.contractors : [],
    last_seen_at: user.last_seen_at?.toISOString() ?? null,
    created_at: user.created_at.toISOString(),
    current_contractor_id: isClient ? contractorId : null,
    manager:
      isClient && user.manager_name !== null && user.manager_email !== null
        ? { full_name: user.manager_name, phone: user.manager_phone, email: user.manager_email }
        : null,
    may: mayOf(actor),
    has_second_factor: user.totp_enabled_at !== null,
    must_set_second_factor: actor.mustSetSecondFactor,
    email_pending: user.pending_email,
    is_newcomer: user.toured_at === null,
    impersonated_by: user.actor_name === null ? null : { full_name: user.actor_name },
  }
}

/**
 * Switches to another of the person's companies; during impersonation only for the manager.
 * @throws AppError `not_found` for a company of which the person is no member
 */
export async function changeCurrentContractor(db: Db, actor: Actor, contractorId: number): Promise<void> {
  const { impersonationId, subjectId } = actor
  const isOwn =
    impersonationId === null
      ? await queries.updateCurrentContractor(db, subjectId, contractorId)
      : await queries.updateContractorOnBehalf(db, { impersonationId, subjectId }, contractorId)
  if (!isOwn) throw new AppError('not_found', { detail: 'Компания не найдена' })
}
