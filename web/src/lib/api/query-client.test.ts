import { afterEach, expect, test, vi } from 'vitest'
import { buildUser, fakeServer, json } from '../../testing/fake-server.ts'
import { signInAs, signOut } from '../../testing/sign-in.ts'
import { session } from '../session/current-session.ts'

const COMPANIES = [7, 8].map((id) => ({ id, name: `ООО «${id}»`, inn: '7812345675', status: 'active' as const }))

afterEach(async () => {
  await signOut()
  vi.unstubAllGlobals()
})

test('company switch clears cached data of a user known before the cache was created', async () => {
  await signInAs({ contractors: COMPANIES })
  const { queryClient } = await import('./query-client.ts')
  queryClient.setQueryData(['cart'], 'what the seventh has')
  fakeServer({ 'GET /api/v1/user/': () => json(buildUser({ contractors: COMPANIES, current_contractor_id: 8 })) })
  await session.loadUser()
  expect(session.getState().contractor?.id).toBe(8)
  expect(queryClient.getQueryData(['cart'])).toBeUndefined()
})
