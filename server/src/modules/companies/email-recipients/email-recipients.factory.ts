import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { newLinkSecret } from '../../identity/auth/index.ts'

/** Creates a recipient who has agreed to emails, by default about a company's shipments. */
export const buildRecipient = (
  db: Db,
  { contractorId, userId }: { contractorId: number; userId: number },
  overrides: Partial<Insertable<DB['email_recipients']>> = {},
) =>
  db
    .insertInto('email_recipients')
    .values({
      contractor_id: contractorId,
      email: `store-${contractorId}@client.test`,
      topics: ['shipments'],
      mail: 'at_once',
      sees_prices: false,
      secret: newLinkSecret(),
      asked_at: new Date('2026-11-16T08:00:00Z'),
      confirmed_at: new Date('2026-11-16T09:00:00Z'),
      actor_id: userId,
      subject_id: userId,
      ...overrides,
    })
    .returning(['id', 'secret', 'email'])
    .executeTakeFirstOrThrow()
