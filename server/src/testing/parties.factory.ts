import type { Role } from '@artikul/contract/core/roles'
import { beforeAll } from 'vitest'
import { buildContractor, buildSeller } from '../modules/companies/contractors/contractors.factory.ts'
import { buildUser } from '../modules/identity/users/users.factory.ts'
import type { Db } from '../platform/db/index.ts'
import { loginAs, type TestApp } from './test-app.ts'

/** Creates a company with its admin and an employee, and both managers of the supplier. */
export async function buildParties(db: Db) {
  const seller = await buildSeller(db)
  const company = await buildContractor(db, { sellerIds: [seller.id] })
  const client = (role: Role) => buildUser(db, { role, contractorIds: [company.id] })
  const [admin, employee, manager, warranty] = [
    await client('CONTRACTOR_ADMIN'),
    await client('CONTRACTOR_USER'),
    await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER', name: 'Иванова Мария' }),
    await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER' }),
  ]
  return { seller, company, admin, employee, manager, warranty }
}
export type Parties = Awaited<ReturnType<typeof buildParties>>
type Person = 'admin' | 'employee' | 'manager' | 'warranty'
type Headers = { authorization: string }

/** Creates the parties of one test file before its tests, with the headers of each of the four signed-in people. */
export function useParties(app: TestApp) {
  let held: { parties: Parties; headers: Record<Person, Headers> } | undefined
  beforeAll(async () => {
    const parties = await buildParties(app.database.db)
    const signIn = (person: Person) => loginAs(app, parties[person])
    const headers = {
      admin: await signIn('admin'),
      employee: await signIn('employee'),
      manager: await signIn('manager'),
      warranty: await signIn('warranty'),
    }
    held = { parties, headers }
  })
  const get = () => {
    if (!held) throw new Error('there are no parties before beforeAll')
    return held
  }
  const headersOf = (person: Person): Headers => ({
    get authorization() {
      return get().headers[person].authorization
    },
  })
  const parties: Parties = {
    get seller() {
      return get().parties.seller
    },
    get company() {
      return get().parties.company
    },
    get admin() {
      return get().parties.admin
    },
    get employee() {
      return get().parties.employee
    },
    get manager() {
      return get().parties.manager
    },
    get warranty() {
      return get().parties.warranty
    },
  }
  return {
    parties,
    admin: headersOf('admin'),
    employee: headersOf('employee'),
    manager: headersOf('manager'),
    warranty: headersOf('warranty'),
  }
}
