import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/db/index.ts'
import { DEMO_PASSWORD, USERS } from './parties.data.ts'

export { startOneC } from './one-c.ts'
export { startSuppliers } from './suppliers.ts'

/** Demo accounts shown at the start. */
export const DEMO_ACCOUNTS = USERS.slice(0, 4).map((user) => ({ login: user.email, role: user.role }))
export { DEMO_PASSWORD }

/** Checks whether the database has no accounts yet. */
export async function isDatabaseEmpty({ db }: Database): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  return user === undefined
}

/** Checks whether the demo accounts exist. */
export async function hasDemoAccounts({ db }: Database): Promise<boolean> {
  const [first] = DEMO_ACCOUNTS
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', first?.login ?? '')
    .executeTakeFirst()
  return user !== undefined
}

/** Fills an empty database with the demo, whose code is loaded only for it. */
export async function fillDemo(database: Database, config: Config, now: Date): Promise<void> {
  const { insertDemo } = await import('./insert-demo.ts')
  await insertDemo(database, config, now)
}
