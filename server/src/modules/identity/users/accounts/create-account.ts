import type { NewUser } from '@artikul/contract/identity/accounts'
import { isStaff } from '@artikul/contract/core/roles'
import type { Kysely } from 'kysely'
import type { Db, DB } from '../../../../platform/db/index.ts'
import { requireConfirmedPassword, requireDailyLimit } from '../../auth/index.ts'
import { accountAuditObject, recordNew } from './account-audit.ts'
import { sendInvitation } from './account-emails.ts'
import { readNames, type AccountDeps, type Names } from './account-names.ts'
import { lockAccount, selectCompanyIds, type AccountDetails } from './accounts.queries.ts'
import { emailAlreadyUsed, requireLetIn, requireMayCreate, type Administrator } from './account-rules.ts'
import {
  insertAccount,
  lockAddress,
  replaceMemberships,
  selectByAddress,
  settleCurrentCompany,
  updateAccount,
} from './write-accounts.queries.ts'
import { inviteKnown } from '../invitations.ts'

/**
 * Creates an account and invites its owner to set a password. A client admin never learns that an account already
 * exists: its owner is asked by email to join.
 * @throws AppError every refusal of `requireMayCreate`; `auth.confirm_password` for staff; `contractor.pending`;
 * `input.invalid` for a taken email address, to managers only
 */
export async function createAccount(deps: AccountDeps, db: Kysely<DB>, by: Administrator, input: NewUser) {
  requireMayCreate(by, input)
  const names = await readNames(deps, input.memberships)
  requireLetIn(by, input.memberships, names.waiting)
  if (isStaff(input.roles)) await requireConfirmedPassword(db, deps.clock, by.actor)
  await db.transaction().execute(async (tx) => {
    await requireFewInvitations(tx, deps, by, input)
    await lockAddress(tx, input.email)
    const known = await selectByAddress(tx, input.email)
    if (known && by.reach === 'any') throw emailAlreadyUsed()
    const account = known && (await lockAccount(tx, 'any', known.id))
    if (!account) return writeAccount(deps, tx, by, input, names)
    if (await isForgotten(tx, account)) return writeAccount(deps, tx, by, input, names, account.id)
    return inviteKnown(deps, tx, { by, account, input, names })
  })
}

/** Enforces daily limits per company and person, because the emails go to unconfirmed addresses. */
const requireFewInvitations = (tx: Db, { clock }: AccountDeps, { reach, actor }: Administrator, input: NewUser) =>
  requireDailyLimit(
    tx,
    [
      { kind: 'invitations of person', of: String(actor.userId) },
      ...(reach === 'any' ? [] : input.memberships).map(
        ({ contractor_id: id }) => ({ kind: 'invitations of company', of: String(id) }) as const,
      ),
    ],
    clock.now(),
    'Сегодня приглашено уже достаточно людей: продолжите завтра',
  )

/** Detects an account whose invitations were never answered and all withdrawn: it is invited again like a new one. */
const isForgotten = async (tx: Db, account: AccountDetails) =>
  account.is_invited &&
  account.is_active &&
  !isStaff(account.roles) &&
  (await selectCompanyIds(tx, account.id)).length === 0

async function writeAccount(
  deps: AccountDeps,
  tx: Db,
  { author }: Administrator,
  input: NewUser,
  names: Names,
  forgottenId?: number,
) {
  const { memberships, ...account } = input
  const values = { ...account, login: input.email, password_hash: null }
  const id = forgottenId ?? (await insertAccount(tx, values)).id
  if (forgottenId !== undefined) await updateAccount(tx, forgottenId, values)
  await replaceMemberships(tx, id, memberships)
  await settleCurrentCompany(tx, id)
  await recordNew(tx, { author, subjectId: id, object: accountAuditObject(input) }, 'user.created', input, names)
  await sendInvitation(tx, deps, { id, email: input.email }, [...names.companies.values()])
}
