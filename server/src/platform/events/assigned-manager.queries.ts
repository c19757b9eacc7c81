import { STAFF_AUDIENCE_RIGHTS } from '@artikul/contract/platform/events'
import { sql, type RawBuilder } from 'kysely'

/**
 * Managers assigned to a company (`company`, a row of `contractors`) on a day in Moscow: its manager, and the deputy
 * during their period. This is the only rule for notifications, emails and work queues; `standsIn` of the contract is
 * equivalent. For use with `in`: one of the two may be null.
 */
export const assignedManager = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(company.manager_id, case when (company.substitute_from is null or company.substitute_from <= ${day})
    and (company.substitute_to is null or ${day} <= company.substitute_to) then company.substitute_id end)`

/** Day in Moscow of a moment. */
export const moscowDayOf = (moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${moment} at time zone 'Europe/Moscow')::date`

/**
 * Checks whether the company is assigned to the person on the day; a company without an active manager is assigned to
 * everybody.
 */
export const isLookedAfterBy = (person: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  ${person} in ${assignedManager(day)} or not exists (
    select from users own where own.id in ${assignedManager(day)} and own.is_active
      and own.roles @> array['ARTIKUL_ORDER_MANAGER']))`

/**
 * Contact person of a company (`company`, a row of `contractors`) on a day in Moscow: its manager or, during an
 * absence, the deputy. A deputy without a period works in addition to the manager, who is not absent.
 */
export const answersOn = (day: RawBuilder<unknown>): RawBuilder<number | null> => sql<number | null>`coalesce((
  select deputy.id from users deputy where deputy.id = company.substitute_id and deputy.is_active
    and (company.substitute_from is not null or company.substitute_to is not null)
    and (company.substitute_from is null or company.substitute_from <= ${day})
    and (company.substitute_to is null or ${day} <= company.substitute_to)), company.manager_id)`

/** True when the staff member (`users`) has the right that the subject of `event` needs. */
export const hasNeededRight = sql<boolean>`coalesce(
  (${JSON.stringify(STAFF_AUDIENCE_RIGHTS)}::jsonb ->> event.about) = any(users.rights), true)`
