import type { Membership } from '@artikul/contract/identity/accounts'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { Handles } from '../../../../platform/http/index.ts'
import type { LetterDeps } from './accounts.letters.ts'
import { selectCompanyNames, selectPoints } from './accounts.queries.ts'

export interface AccountDeps extends LetterDeps {
  database: Handles
  forgetSessions: () => void
}

/** Names by id of what an account is about. */
export interface Names {
  companies: ReadonlyMap<number, string>
  /** The same for the journal: namesakes are told apart. */
  companyLabels: ReadonlyMap<number, string>
  pointLabels: ReadonlyMap<number, string>
  /** Companies that no manager has let in yet. */
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
 * Names of the companies and points of an account, asked for and had. A delivery point belongs to the company that it
 * is allowed in; points of another company of the same admin are read past row-level security, so all is checked here.
 * @throws AppError `not_found`
 */
export async function readNames(
  { database }: Pick<AccountDeps, 'database'>,
  asked: readonly Membership[],
  had: readonly Membership[] = [],
): Promise<Names> {
  const staff = database.as('any')
  const all = [...asked, ...had]
  const [points, companies] = await Promise.all([
    selectPoints(
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
  for (const { contractor_id, consignee_ids } of asked) {
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

/** Names of companies alone, within a transaction: a second connection of the pool must not be waited for there. */
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
