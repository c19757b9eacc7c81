import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/test-app.ts'
import { countOtherClients, requireAppRole } from './index.ts'

const app = useTestApp()

test.each([
  ['requests', () => app.appDatabase.sql, { statements: '30s', locks: '10s', idle: '30s' }],
  ['long work', () => app.appDatabase.long, { statements: '15min', locks: '15min', idle: '20min' }],
] as const)(
  'connections for %s have the application role, no parallel workers and time limits',
  async (_, sql, limits) => {
    const [settings] = await sql()`
    select current_user as role, current_setting('max_parallel_workers_per_gather') as workers,
      current_setting('statement_timeout') as statements, current_setting('lock_timeout') as locks,
      current_setting('idle_in_transaction_session_timeout') as idle`
    expect(settings).toEqual({ role: 'artikul_app', workers: '0', ...limits })
  },
)

test('server refuses to start with the role of the owner of the tables', async () => {
  await requireAppRole(app.appDatabase, { isProduction: false })
  await expect(requireAppRole(app.database, { isProduction: false })).rejects.toThrow(/а не artikul_app/)
})

test('other clients of the cluster are counted', async () => {
  expect(await countOtherClients(app.databaseUrl)).toBeGreaterThan(0)
})
