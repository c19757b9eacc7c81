import type { NewUser } from '@artikul/contract/accounts'
import { isStaff, type Role } from '@artikul/contract/roles'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../platform/db/index.ts'
import { AppError } from '../../platform/errors.ts'
import type { Handles } from '../../platform/http/index.ts'
import { recordCreation, type Names } from './accounts.journal.ts'
import { sendInvitation, sendJoinLink, sendJoinRefusal, type LetterDeps } from './accounts.letters.ts'
import { selectCompanyIds, selectCompanyNames, selectPoints } from './accounts.queries.ts'
import { requireMayCreate, type Administrator } from './accounts.rules.ts'
import {
  insertAccount,
  lockAddress,
  replaceMemberships,
  selectByAddress,
  settleCurrentCompany,
} from './accounts.write.queries.ts'

export interface AccountDeps extends LetterDeps {
  database: Handles
  forgetSessions: () => void
}

const companyIdsOf = ({ memberships }: Pick<NewUser, 'memberships'>) => memberships.map((one) => one.contractor_id)

/**
 * Names of the companies and points of an account, asked for and had. A delivery point belongs to the company that it
 * is allowed in; points of another company of the same admin are read past row-level security, so all is checked here.
 * @throws AppError `not_found`
 */
export async function readNames(
  { database }: AccountDeps,
  userId: number | null,
  asked: Pick<NewUser, 'memberships'>,
  had: number[] = [],
): Promise<Names> {
  const staff = database.as('any')
  const ids = asked.memberships.flatMap((membership) => membership.consignee_ids ?? [])
  const [points, companies] = await Promise.all([
    selectPoints(staff, userId, ids),
    selectCompanyNames(staff, [...companyIdsOf(asked), ...had]),
  ])
  const owners = new Map(points.map((point) => [point.id, point.contractor_id]))
  const names = new Map(companies.map((company) => [company.id, company.name]))
  for (const { contractor_id, consignee_ids } of asked.memberships) {
    if (!names.has(contractor_id)) throw new AppError('not_found', { detail: 'Компания не найдена' })
    if (consignee_ids?.some((id) => owners.get(id) !== contractor_id))
      throw new AppError('not_found', { detail: 'Грузополучатель не найден' })
  }
  return { companies: names, points: new Map(points.map((point) => [point.id, point.name])) }
}

export const emailTaken = () =>
  new AppError('input.invalid', { errors: [{ path: 'email', message: 'Такая почта уже есть' }] })

/**
 * Makes an account and invites its owner to set a password. A client admin never learns that somebody has an account
 * already: that person is asked by letter whether he joins.
 * @throws AppError what `requireMayCreate` refuses; `input.invalid` for a taken e-mail, to managers only
 */
export async function createAccount(deps: AccountDeps, db: Kysely<DB>, by: Administrator, asked: NewUser) {
  requireMayCreate(by, asked)
  const names = await readNames(deps, null, asked)
  await db.transaction().execute(async (tx) => {
    await lockAddress(tx, asked.email)
    const known = await selectByAddress(tx, asked.email)
    if (!known) return writeAccount(deps, tx, by, asked, names)
    if (by.reach === 'any') throw emailTaken()
    return inviteKnown(deps, tx, known, asked, names)
  })
}

async function writeAccount(deps: AccountDeps, tx: Db, { author }: Administrator, asked: NewUser, names: Names) {
  const { memberships, ...account } = asked
  const { id } = await insertAccount(tx, { ...account, login: asked.email, password_hash: null })
  await replaceMemberships(tx, id, memberships)
  await settleCurrentCompany(tx, id)
  await recordCreation(tx, author, id, { ...asked, is_active: true }, names)
  await sendInvitation(tx, deps, { id, email: asked.email }, [...names.companies.values()])
}

type Known = NonNullable<Awaited<ReturnType<typeof selectByAddress>>>

/** Roles are one for all companies: an admin of another company is not let in as an employee of this one. */
async function inviteKnown(deps: AccountDeps, tx: Db, known: Known, asked: NewUser, names: Names) {
  const roles = known.roles as Role[] // the column's CHECK allows nothing else
  if (!known.is_active || isStaff(roles)) return
  const has = await selectCompanyIds(tx, known.id)
  const wouldRise = roles.includes('CONTRACTOR_ADMIN') && !asked.roles.includes('CONTRACTOR_ADMIN')
  for (const membership of asked.memberships) {
    if (has.includes(membership.contractor_id)) continue
    const company = { name: names.companies.get(membership.contractor_id) ?? '' }
    await (wouldRise ? sendJoinRefusal(tx, deps, known, company) : sendJoinLink(tx, deps, known, company, membership))
  }
}
