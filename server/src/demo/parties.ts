import { STAFF_RIGHTS } from '@artikul/contract/core/roles'
import type { Kysely, Transaction } from 'kysely'
import { moscowDate } from '../platform/clock.ts'
import type { DB } from '../platform/db/index.ts'
import { ensureDeliveryProduct } from '../modules/catalog/index.ts'
import { hashPassword } from '../modules/identity/index.ts'
import { addDays } from '../modules/pricing/index.ts'
import { insertDemoConsents } from './consents.queries.ts'
import {
  ACCOUNTS,
  APPLICATION,
  CONTRACTS,
  CONTRACTORS,
  DEMO_PASSWORD,
  INVOICE_NOTICE,
  OFFICES,
  SELLERS,
  USERS,
  WAREHOUSES,
  ZONES,
} from './parties.data.ts'
import { insertSuppliers, type DemoSupplier } from './suppliers.queries.ts'

type Tx = Transaction<DB>

const WORKING_HOURS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: '09:00', to: '18:00' }))
/** Before the first order. */
const SIGNED_DAYS_AGO = 380
const ZONE_OF_COMPANY: (number | undefined)[] = [0, undefined, 1]

export interface DemoParties {
  sellerIds: number[]
  contractorIds: number[]
  /** One user of each company, in the order of companies. */
  buyerIds: number[]
  managerId: number
  /** Manager of claims. */
  warrantyId: number
  warehouses: { id: number; isOwn: boolean; share: number }[]
  overdueContractId: number
  /** Online suppliers in order of priority. */
  suppliers: DemoSupplier[]
}

async function insertSellers(tx: Tx): Promise<number[]> {
  const ids: number[] = []
  for (const [index, seller] of SELLERS.entries()) {
    const { id } = await tx
      .insertInto('sellers')
      .values({ ...seller, invoice_notice: INVOICE_NOTICE })
      .returning('id')
      .executeTakeFirstOrThrow()
    const account = ACCOUNTS[index] ?? ACCOUNTS[0]
    await tx
      .insertInto('seller_accounts')
      .values({ ...account, seller_id: id, is_default: true })
      .execute()
    ids.push(id)
  }
  return ids
}

async function insertUsers(tx: Tx): Promise<number[]> {
  const password_hash = await hashPassword(DEMO_PASSWORD)
  const rows = await tx
    .insertInto('users')
    .values(
      USERS.map((user, index) => ({
        login: user.email.replace('@', '.').replace('.test', ''),
        email: user.email,
        full_name: user.name,
        phone: `+749500001${String(index).padStart(2, '0')}`,
        password_hash,
        roles: [user.role],
        rights: user.role === 'ARTIKUL_ORDER_MANAGER' ? [...STAFF_RIGHTS] : [],
        toured_at: new Date(),
      })),
    )
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

async function insertContractors(tx: Tx, managerId: number, zoneIds: number[]): Promise<number[]> {
  const groups = await tx
    .insertInto('price_groups')
    .values([
      { name: 'Опт 1', markup_hundredths: 1850 },
      { name: 'Опт 2', markup_hundredths: 2400 },
      { name: 'Розница', markup_hundredths: 4500 },
    ])
    .returning('id')
    .execute()
  const ids: number[] = []
  for (const [index, { consignees, ...company }] of CONTRACTORS.entries()) {
    const { id } = await tx
      .insertInto('contractors')
      .values({ ...company, status: 'active', price_group_id: groups[index % 2]?.id ?? null, manager_id: managerId })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('consignees')
      .values(
        consignees.map(([name, address, longitude, latitude], place) => ({
          contractor_id: id,
          name,
          code: `Т-${String(place + 1).padStart(2, '0')}`,
          address,
          longitude,
          latitude,
          contact: 'Приёмка',
          phone: `+7846000${String(1000 + place)}`,
          hours: JSON.stringify(WORKING_HOURS),
          // The first company is in the first zone, the third one in the second; the others are served by a carrier.
          zone_id: ZONE_OF_COMPANY[index] === undefined ? null : (zoneIds[ZONE_OF_COMPANY[index]] ?? null),
          carrier: index === 1 || index > 2 ? 'Деловые Линии' : '',
          is_default: place === 0,
        })),
      )
      .execute()
    ids.push(id)
  }
  return ids
}

/** Inserts the zones with their runs, and the offices. */
async function insertPlaces(tx: Tx): Promise<number[]> {
  const ids: number[] = []
  for (const { runs, ...zone } of ZONES) {
    const { id } = await tx.insertInto('delivery_zones').values(zone).returning('id').executeTakeFirstOrThrow()
    await tx
      .insertInto('delivery_runs')
      .values(runs.map((run) => ({ ...run, weekdays: [...run.weekdays], zone_id: id })))
      .execute()
    ids.push(id)
  }
  await tx
    .insertInto('offices')
    .values([...OFFICES])
    .execute()
  return ids
}

/** Inserts a company that has registered itself and waits for approval. */
async function insertApplication(tx: Tx) {
  const { person, ...company } = APPLICATION
  const { id } = await tx.insertInto('contractors').values(company).returning('id').executeTakeFirstOrThrow()
  const user = await tx
    .insertInto('users')
    .values({
      login: person.email,
      email: person.email,
      full_name: person.name,
      phone: company.phone,
      password_hash: await hashPassword(DEMO_PASSWORD),
      roles: ['CONTRACTOR_ADMIN'],
      current_contractor_id: id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('user_contractors').values({ user_id: user.id, contractor_id: id }).execute()
  await insertDemoConsents(tx, user.id, id)
}

/**
 * Inserts contracts older than the history: the first company prepays one seller and has a deferment with the other; the
 * second one has an overdue debt.
 */
async function insertContracts(tx: Tx, sellerIds: number[], contractorIds: number[], now: Date): Promise<number> {
  const signed_on = addDays(moscowDate(now), -SIGNED_DAYS_AGO)
  const year = signed_on.slice(2, 4)
  const rows = await tx
    .insertInto('contracts')
    .values(
      CONTRACTS.flatMap(([prefix, terms], company) =>
        terms.map(([deferment_days, limit_kop], seller) => ({
          seller_id: sellerIds[seller] ?? 0,
          contractor_id: contractorIds[company] ?? 0,
          number: `${prefix}-${14 + company * 2 + seller}/${year}`,
          signed_on,
          prepayment_percent: deferment_days === 0 ? 100 : 0,
          deferment_days,
          limit_kop,
          is_default: true,
        })),
      ),
    )
    .returning(['id', 'contractor_id', 'deferment_days'])
    .execute()
  const overdue = rows.find((row) => row.contractor_id === contractorIds[1] && row.deferment_days > 0)
  return overdue?.id ?? 0
}

async function joinUsers(tx: Tx, userIds: number[], contractorIds: number[]) {
  for (const [index, user] of USERS.entries()) {
    const companies = user.companies.map((place) => contractorIds[place] ?? 0)
    if (companies.length === 0) continue
    const user_id = userIds[index] ?? 0
    await tx
      .insertInto('user_contractors')
      .values(companies.map((contractor_id) => ({ user_id, contractor_id })))
      .execute()
    if (user.role === 'CONTRACTOR_ADMIN')
      for (const contractorId of companies) await insertDemoConsents(tx, user_id, contractorId)
    await tx
      .updateTable('users')
      .set({ current_contractor_id: companies[0] ?? null })
      .where('id', '=', user_id)
      .execute()
  }
}

async function insertWarehouses(tx: Tx, sellerIds: number[], now: Date) {
  const warehouses: DemoParties['warehouses'] = []
  for (const one of WAREHOUSES) {
    const source = await tx
      .insertInto('supply_routes')
      .values({
        name: one.source,
        kind: one.kind,
        seller_id: sellerIds[one.seller] ?? 0,
        markup_hundredths: one.markup,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const isOwn = one.kind === 'own'
    const { id } = await tx
      .insertInto('warehouses')
      .values({
        supply_route_id: source.id,
        name: one.name,
        shown_as: one.shown_as,
        term_days: one.term_days,
        guarantee_days: isOwn ? 1 : 2,
        return_days: one.name === 'Партнёр 218' ? 0 : 14,
        imported_at: isOwn ? null : now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    warehouses.push({ id, isOwn, share: one.share })
  }
  return warehouses
}

/** Inserts the sellers, companies, people, contracts and warehouses of the demo. */
export async function insertParties(tx: Tx, now: Date): Promise<DemoParties> {
  const sellerIds = await insertSellers(tx)
  const userIds = await insertUsers(tx)
  const managerId = userIds[2] ?? 0
  const contractorIds = await insertContractors(tx, managerId, await insertPlaces(tx))
  await insertApplication(tx)
  const overdueContractId = await insertContracts(tx, sellerIds, contractorIds, now)
  await joinUsers(tx, userIds, contractorIds)
  const warehouses = await insertWarehouses(tx, sellerIds, now)
  // Belongs to the seller with a deferment for the first company, so that its purchases are ordered immediately.
  const suppliers = await insertSuppliers(tx, sellerIds[1] ?? 0)
  const buyerIds = contractorIds.map(
    (_, company) => userIds[USERS.findIndex(({ companies: [own] }) => own === company)] ?? 0,
  )
  const warrantyId = userIds[3] ?? 0
  return { sellerIds, contractorIds, buyerIds, managerId, warrantyId, warehouses, overdueContractId, suppliers }
}

/** Prices the deliveries of the first zone; orders of the past were delivered for free. */
export const setDeliveryPrices = async (db: Kysely<DB>) =>
  db
    .updateTable('delivery_zones')
    .set({ charge_kop: 350_00, free_from_kop: 3000_00, charge_product_id: await ensureDeliveryProduct(db) })
    .where('name', '=', ZONES[0].name)
    .execute()
