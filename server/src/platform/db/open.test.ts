import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/test-app.ts'

const app = useTestApp()

test('request handlers use the application role without parallel workers', async () => {
  const [settings] = await app.appDatabase.sql`
    select current_user as role, current_setting('max_parallel_workers_per_gather') as workers`
  expect(settings).toEqual({ role: 'artikul_app', workers: '0' })
})
