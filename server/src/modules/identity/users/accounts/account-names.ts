import type { Membership } from '@artikul/contract/identity/accounts'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Handles } from '../../../../platform/http/index.ts'
import type { AccountEmailDeps } from './account-emails.ts'
import { selectCompanyNames, selectPointsOfAccounts } from './accounts.queries.ts'

export interface AccountDeps extends AccountEmailDeps {
  database: Handles
  forgetSessions: () => void
}

/** Names by id of the objects an account refers to. */
export interface Names {
  companies: ReadonlyMap<number, string>
  /** Labels for the journal, which distinguish objects of the same name. */
  companyLabels: ReadonlyMap<number, string>
  pointLabels: ReadonlyMap<number, string>
  /** Companies awaiting approval. */
  waiting: readonly number[]
}

type Company = Awaited<ReturnType<typeof selectCompanyNames>>[number]

function companyLabels(companies: Company[]): Map<number, string> {
  const count = Map.groupBy(companies, (company) => company.name)
  return new Map(
    companies.map(({ id, name, inn, kpp }) => {
      const isAlone = count.get(name)?.length === 1
      return [id, isAlone ? name : `${name} (ИНН ${inn}${kpp === null ? '' : `, КПП ${kpp}`})`]
    }),
  )
}

const waitingOf = (companies: Company[]) =>
  companies.filter((company) => company.status !== 'active').map((company) => company.id)

/**
 * Reads the names of an account's current and requested companies and points. A delivery point must belong to the
 * company it is assigned in; points of the admin's other companies are read without row-level security, so all of them
 * are checked here.
 * @throws AppError `not_found`
 */
export async function readNames(
  { database }: Pick<AccountDeps, 'database'>,
  memberships: readonly Membership[],
  had: readonly Membership[] = [],
): Promise<Names> {
  const staff = database.forTenant('any')
  const all = [...memberships, ...had]
  const [points, companies] = await Promise.all([
    selectPointsOfAccounts(
      staff,
      all.flatMap((membership) => membership.consignee_ids ?? []),
    ),
    selectCompanyNames(
      staff,
      all.map((membership) => membership.contractor_id),
    ),
  ])
  const owners = new Map(points.map((point) => [point.id, point.contractor_id]))
  const names = new Map(companies.map((company) => [company.id, company.name]))
  for (const { contractor_id, consignee_ids } of memberships) {
    if (!names.has(contractor_id)) throw new AppError('not_found', { detail: 'Компания не найдена' })
    if (consignee_ids?.some((id) => owners.get(id) !== contractor_id))
      throw new AppError('not_found', { detail: 'Грузополучатель не найден' })
  }
  return {
    companies: names,
    companyLabels: companyLabels(companies),
    pointLabels: new Map(points.map(({ id, name, has_namesake }) => [id, has_namesake ? `${name} (№ ${id})` : name])),
    waiting: waitingOf(companies),
  }
}

/** Reads names of companies within a transaction, where waiting for a second connection of the pool must be avoided. */
export async function readCompanyNames(tx: Db, memberships: readonly Membership[]): Promise<Names> {
  const companies = await selectCompanyNames(
    tx,
    memberships.map((membership) => membership.contractor_id),
  )
  return {
    companies: new Map(companies.map((company) => [company.id, company.name])),
    companyLabels: companyLabels(companies),
    pointLabels: new Map(),
    waiting: waitingOf(companies),
  }
}
