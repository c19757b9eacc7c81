import { isStaff } from '@artikul/contract/core/roles'
import type { CurrentUser } from '@artikul/contract/identity/users'
import { session } from '../lib/session/current-session.ts'
import { rolesOf } from '../lib/session/session.ts'
import { buildCompany, buildUser, fakeServer, json, problem } from './fake-server.ts'

/** Signs out, so that every test starts without a user. */
export async function signOut() {
  fakeServer({ 'POST /api/v1/token/logout': () => json({}) })
  if (session.getState().authenticated) await session.logout()
}

/**
 * Signs a user in; a `fakeServer` created afterwards answers the page's own calls.
 * @param beside answers to calls made right after signing in
 */
export async function signInAs(
  fields: Partial<CurrentUser> = {},
  beside: Parameters<typeof fakeServer>[0] = {},
): Promise<CurrentUser> {
  const user = buildUser(fields)
  const staff = isStaff(rolesOf(user))
  const companies = user.contractors.map((company) => buildCompany(company))
  await signOut()
  fakeServer({
    ...beside,
    'POST /api/v1/token/pair': () => json({ access_token: 't1' }),
    'GET /api/v1/user/': () => (staff ? problem('auth.forbidden') : json(user)),
    'GET /api/v1/manager/user/': () => (staff ? json(user) : problem('auth.forbidden')),
    'GET /api/v1/contractors/': () =>
      json({ results: companies, pagination: { total_count: companies.length, per_page: 150, page: 1 } }),
  })
  await session.login({ login: user.login, password: 'correct horse battery' })
  return user
}
