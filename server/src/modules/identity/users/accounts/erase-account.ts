import { randomUUID } from 'node:crypto'
import type { Db } from '../../../../platform/db/index.ts'
import { AppError } from '../../../../platform/errors.ts'
import { hashPassword } from '../../auth/index.ts'
import { selectLeftAlone } from './erase-account.queries.ts'
import { lockAccount, selectAccount, selectCompanyIds, type AccountDetails } from './accounts.queries.ts'
import { isSelf, requireMayManage, userNotFound, type Administrator } from './account-rules.ts'
import { lockCompanies } from './write-accounts.queries.ts'

/**
 * Finds an account that the administrator may access.
 * @throws AppError `not_found`
 */
export async function requireAccount(db: Db, reach: Administrator['reach'], id: number): Promise<AccountDetails> {
  const account = await selectAccount(db, reach, id)
  if (!account) throw userNotFound()
  return account
}

/** Creates the hash of an unknown password; called before the transaction, because it takes time. */
export const nobodysPassword = () => hashPassword(randomUUID())

/**
 * Locks the account to be erased and its companies, so that only one of two last administrators can be erased.
 * @throws AppError `not_found`, `user.own_role`, `auth.permission_required`, `user.not_blocked`, `stale`, `user.last_admin`
 * while its company has orders in progress. An account that was already erased is returned unchanged.
 */
export async function lockForErasure(tx: Db, by: Administrator, id: number, version: number): Promise<AccountDetails> {
  if (isSelf(by, id))
    throw new AppError('user.own_role', { detail: 'Себя обезличить нельзя: это делает другой менеджер' })
  await lockCompanies(tx, await selectCompanyIds(tx, id))
  const account = await lockAccount(tx, by.reach, id)
  if (!account) throw userNotFound()
  requireMayManage(by, account)
  if (account.erased_at) return account
  if (account.version !== version) throw new AppError('stale')
  if (account.is_active) throw new AppError('user.not_blocked')
  const company = await selectLeftAlone(tx, id)
  if (company)
    throw new AppError('user.last_admin', {
      detail: `Это последний администратор компании ${company.name}, а у неё есть незавершённые заказы: сначала назначьте другого`,
    })
  return account
}
