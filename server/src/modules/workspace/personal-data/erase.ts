import type { Kysely } from 'kysely'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, DB } from '../../../platform/db/index.ts'
import { deleteKeysOf } from '../../../platform/http/index.ts'
import { recordEvent } from '../../../platform/audit/index.ts'
import {
  type Administrator,
  deleteLinksOf,
  emptySessionsOf,
  eraseAccount,
  lockForErasure,
  nobodysPassword,
} from '../../identity/index.ts'
import {
  deleteChosenCartsOf,
  deleteDecisionLinksOf,
  deleteSchedulesOf,
  deleteViewsOf,
  deleteWatchesOf,
} from '../../ordering/index.ts'
import { deleteRecipientsAt, deleteRegistrationsAt, releaseCompaniesOf } from '../../companies/index.ts'
import { hideRecipient } from '../../billing/index.ts'
import { emptyMailsTo } from '../../../platform/mail/index.ts'
import { deleteLettersOf } from '../notification-digests/index.ts'
import { deleteSettingsOf } from '../../../platform/events/index.ts'
import { deleteTakesOf } from '../work-queue/index.ts'

export interface EraseDeps {
  clock: Clock
  forgetSessions: () => void
}

/** What nobody needs without the person, each from its own module. */
const OF_PERSON: readonly ((tx: Db, userId: number) => Promise<unknown>)[] = [
  deleteKeysOf,
  deleteLinksOf,
  emptySessionsOf,
  deleteChosenCartsOf,
  releaseCompaniesOf,
  deleteLettersOf,
  deleteSettingsOf,
  deleteDecisionLinksOf,
  deleteViewsOf,
  deleteSchedulesOf,
  deleteWatchesOf,
  deleteTakesOf,
]

/** His address goes from wherever it was written to. */
async function eraseAddress(tx: Db, address: string, shown: string) {
  await emptyMailsTo(tx, address, shown)
  await hideRecipient(tx, address, shown)
  await deleteRecipientsAt(tx, address)
  await deleteRegistrationsAt(tx, address)
}

/**
 * Erases a blocked person in one transaction (decision 0098): nothing says any more who he was, and his address may be
 * registered anew. What he has ordered and written for his company stays, by the number of his account. A repeated call
 * changes nothing.
 * @returns the version of the account
 * @throws AppError those of `lockForErasure`
 */
export async function erasePerson(
  { clock, forgetSessions }: EraseDeps,
  db: Kysely<DB>,
  by: Administrator,
  { id, version }: { id: number; version: number },
): Promise<{ version: number }> {
  const passwordHash = await nobodysPassword()
  const erased = await db.transaction().execute(async (tx) => {
    const account = await lockForErasure(tx, by, id, version)
    if (account.erased_at) return { version: account.version }
    for (const forget of OF_PERSON) await forget(tx, id)
    const after = await eraseAccount(tx, id, { passwordHash, now: clock.now() })
    const addresses = [account.email, account.login, account.pending_email].filter((address) => address?.includes('@'))
    for (const address of new Set(addresses)) await eraseAddress(tx, address ?? '', after.email)
    const object = `Пользователь № ${id}`
    await recordEvent(tx, by.author, { event: 'personal_data.erased', subjectId: id, object })
    return { version: after.version }
  })
  forgetSessions()
  return erased
}
