import { beforeAll } from 'vitest'
import { buildParties, type Parties } from '../testing/parties.factory.ts'
import { loginAs, send, useTestApp, type TestApp } from '../testing/test-app.ts'

interface Callers {
  test_: TestApp
  parties: Parties
  admin: { authorization: string }
}

/** Creates a company with its people and the signed-in administrator who sends bad inputs. */
export function useCallers(): Callers {
  const test_ = useTestApp()
  const held: Partial<Callers> = {}
  beforeAll(async () => {
    held.parties = await buildParties(test_.database.db)
    held.admin = await loginAs(test_, held.parties.admin)
  })
  const get = <K extends keyof Callers>(name: K): Callers[K] => {
    const value = held[name]
    if (value === undefined) throw new Error(`there is no ${name} before beforeAll`)
    return value
  }
  return {
    test_,
    get parties() {
      return get('parties')
    },
    get admin() {
      return get('admin')
    },
  }
}

/** Builds a GET call by the administrator, or by the given headers. */
export const asking =
  (callers: Callers) =>
  (url: string, headers: object = callers.admin) =>
    send(callers.test_, { url, headers: { ...headers } })

/** Builds a sign-in call with any body. */
export const signingIn =
  ({ test_ }: Callers) =>
  (payload: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
    send(test_, { method: 'POST', url: '/api/v1/token/pair', payload, headers })
