import type { OwnSubstitute, SetSubstitute } from '@artikul/contract/companies/substitutes'
import type { Kysely } from 'kysely'
import { moscowDate, type Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import type { Author } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { companyAuditObject, periodChanges } from './contractor-audit.ts'
import { selectManagers, selectCompanyNames } from './contractors.queries.ts'
import { lockManaged, selectSubstitutes, selectStandIns, updateSubstitutes } from './substitutes.queries.ts'

const personOf = (id: number | null, name: string | null) => (id === null ? null : { id, full_name: name ?? '' })

/** Reads the manager's deputy, and the managers whose deputy they are. */
export async function readSubstitute(db: Db, clock: Clock, managerId: number): Promise<OwnSubstitute> {
  const [ways, standIns, managers] = await Promise.all([
    selectSubstitutes(db, managerId),
    selectStandIns(db, managerId, moscowDate(clock.now())),
    selectManagers(db),
  ])
  const [usual] = ways
  return {
    companies_count: ways.reduce((sum, way) => sum + way.companies_count, 0),
    deputy: usual ? personOf(usual.substitute_id, usual.deputy_name) : null,
    substitute_from: usual?.substitute_from ?? null,
    substitute_to: usual?.substitute_to ?? null,
    is_same: ways.length <= 1,
    stands_in: standIns.map(({ manager_id, manager_name, ...period }) => ({
      manager: personOf(manager_id, manager_name),
      ...period,
    })),
    managers: managers.filter(({ id }) => id !== managerId).map(({ id, full_name }) => ({ id, full_name })),
  }
}

/**
 * «Меня замещает … с … по …»: sets the deputy in all companies of the manager, each of which stores it.
 * @throws AppError `input.invalid` for an unknown person, or the manager themselves
 */
export async function setSubstitute(
  db: Kysely<DB>,
  author: Author,
  set: SetSubstitute,
): Promise<{ companies_count: number }> {
  const refuse = (message: string) => new AppError('input.invalid', { errors: [{ path: 'substitute_id', message }] })
  if (set.substitute_id === author.actorId) throw refuse('Выберите коллегу, а не себя')
  return db.transaction().execute(async (tx) => {
    const companies = await lockManaged(tx, author.actorId)
    const wanted = companies.flatMap(({ substitute_id: id }) => (id === null ? [] : [id]))
    const { users } = await selectCompanyNames(tx, {
      users: [...new Set([...wanted, ...(set.substitute_id === null ? [] : [set.substitute_id])])],
      groups: [],
    })
    if (set.substitute_id !== null && !users.has(set.substitute_id)) throw refuse('Такого менеджера нет')
    const nameOf = (id: number | null) => (id === null ? null : (users.get(id) ?? null))
    const changed = companies.flatMap((company) => {
      const isOther = company.substitute_id !== set.substitute_id
      const named = {
        field: 'Заместитель менеджера',
        before: nameOf(company.substitute_id),
        after: nameOf(set.substitute_id),
      }
      const changes = [...(isOther ? [named] : []), ...periodChanges(company, set)]
      return changes.length > 0 ? [{ company, changes }] : []
    })
    const ids = changed.map(({ company }) => company.id)
    if (ids.length > 0) await updateSubstitutes(tx, author, ids, set)
    for (const { company, changes } of changed)
      await recordEvent(tx, author, {
        event: 'company.changed',
        contractorId: company.id,
        object: companyAuditObject(company),
        changes,
      })
    return { companies_count: companies.length }
  })
}
