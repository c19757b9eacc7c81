import { sql, type RawBuilder } from 'kysely'

/**
 * Who looks after a company (`company`, a row of `contractors`) on a day of Moscow: its manager, and his deputy while he
 * stands in. The one rule of who is told, whose letters come and whose work it is; `standsIn` of the contract says the
 * same. For `in`: one of the two may be null.
 */
export const assignedManager = (day: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(company.manager_id, case when (company.deputy_from is null or company.deputy_from <= ${day})
    and (company.deputy_to is null or ${day} <= company.deputy_to) then company.deputy_id end)`

/** The day of Moscow on which a moment falls. */
export const moscowDayOf = (moment: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(${moment} at time zone 'Europe/Moscow')::date`

/** Is it the person's company on the day; one that nobody who works here looks after is everybody's. */
export const isLookedAfterBy = (person: RawBuilder<unknown>, day: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  ${person} in ${assignedManager(day)} or not exists (
    select from users own where own.id in ${assignedManager(day)} and own.is_active
      and own.roles @> array['ARTIKUL_ORDER_MANAGER']))`

/**
 * Whom a company (`company`, a row of `contractors`) turns to on a day of Moscow: its manager, or while he is away his
 * deputy. One who stands in without a period works beside him: the manager is not away.
 */
export const answersOn = (day: RawBuilder<unknown>): RawBuilder<number | null> => sql<number | null>`coalesce((
  select deputy.id from users deputy where deputy.id = company.deputy_id and deputy.is_active
    and (company.deputy_from is not null or company.deputy_to is not null)
    and (company.deputy_from is null or company.deputy_from <= ${day})
    and (company.deputy_to is null or ${day} <= company.deputy_to)), company.manager_id)`
