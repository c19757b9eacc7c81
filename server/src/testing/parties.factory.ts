import type { Role } from '@artikul/contract/roles'
import { buildContractor, buildSeller } from '../modules/contractors/contractors.factory.ts'
import { buildUser } from '../modules/users/users.factory.ts'
import type { Db } from '../platform/db/index.ts'

/** A company with its admin and an employee, and both managers of the supplier. */
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
