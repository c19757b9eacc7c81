import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { DB } from '../../../platform/db/index.ts'
import { deleteKeysOf } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import { type Administrator, eraseAccount, lockForErasure, nobodysPassword } from '../../identity/index.ts'
import { clearEmailsTo } from '../../../platform/mail/index.ts'
import { deleteSettingsOf } from '../../../platform/events/index.ts'
import type { PersonalData } from '../../../module.ts'

export interface EraseDeps {
  clock: Clock
  /** Personal data stored by each module. */
  personalData: readonly PersonalData[]
  forgetSessions: () => void
}

/** Personal data stored by the platform. */
const OF_PLATFORM: PersonalData = {
  ofPerson: [deleteKeysOf, deleteSettingsOf],
  ofAddress: [clearEmailsTo],
}

/**
 * Erases a blocked person in one transaction: nothing identifies the person any more, and their email address can be
 * registered again. Their orders and messages remain under the account's id. A repeated call changes nothing.
 * @returns the version of the account
 * @throws AppError as `lockForErasure`
 */
export async function erasePerson(
  { clock, forgetSessions, personalData }: EraseDeps,
  db: Kysely<DB>,
  by: Administrator,
  { id, version }: { id: number; version: number },
): Promise<{ version: number }> {
  const passwordHash = await nobodysPassword()
  const erased = await db.transaction().execute(async (tx) => {
    const account = await lockForErasure(tx, by, id, version)
    if (account.erased_at) return { version: account.version }
    const stores = [OF_PLATFORM, ...personalData]
    for (const erase of stores.flatMap(({ ofPerson = [] }) => ofPerson)) await erase(tx, id)
    const after = await eraseAccount(tx, id, { passwordHash, now: clock.now() })
    const addresses = [account.email, account.login, account.pending_email].filter((address) => address?.includes('@'))
    for (const address of new Set(addresses))
      for (const erase of stores.flatMap(({ ofAddress = [] }) => ofAddress)) await erase(tx, address ?? '', after.email)
    const object = `Пользователь № ${id}`
    await recordEvent(tx, by.author, { event: 'personal_data.erased', subjectId: id, object })
    return { version: after.version }
  })
  forgetSessions()
  return erased
}
