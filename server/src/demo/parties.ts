import { STAFF_RIGHTS } from '@artikul/contract/core/roles'
import type { Kysely, Transaction } from 'kysely'
import { moscowDate } from '../platform/clock.ts'
import type { DB } from '../platform/db/index.ts'
import { ensureDeliveryProduct } from '../modules/catalog/index.ts'
import { buildWarehouse } from '../modules/catalog/products/catalog.factory.ts'
import { buildConsignee } from '../modules/companies/consignees/consignees.factory.ts'
import { buildContract, buildContractor, buildSeller } from '../modules/companies/contractors/contractors.factory.ts'
import { hashPassword } from '../modules/identity/index.ts'
import { buildUser } from '../modules/identity/users/users.factory.ts'
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
type User = (typeof USERS)[number]
type Place = readonly [name: string, address: string, longitude: number, latitude: number]

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

/** Builds one after another, so that ids follow the order of the list. */
async function buildAll<One>(list: readonly One[], build: (one: One, index: number) => Promise<{ id: number }>) {
  const ids: number[] = []
  for (const [index, one] of list.entries()) ids.push((await build(one, index)).id)
  return ids
}

const insertSellers = (tx: Tx) =>
  buildAll(SELLERS, (seller, index) => buildSeller(tx, { ...seller, invoice_notice: INVOICE_NOTICE }, ACCOUNTS[index]))

/** Inserts users and their membership in companies; an administrator has agreed to the texts on behalf of each. */
const insertUsers = (tx: Tx, users: readonly User[], password_hash: string, contractorIds: readonly number[] = []) =>
  buildAll(users, async ({ email, name, role, companies }) => {
    const contractorIdsOfUser = companies.map((place) => contractorIds[place] ?? 0)
    const user = await buildUser(tx, {
      role,
      name,
      rights: role === 'ARTIKUL_ORDER_MANAGER' ? [...STAFF_RIGHTS] : [],
      contractorIds: contractorIdsOfUser,
      hasAccepted: false,
      user: {
        login: email.replace('@', '.').replace('.test', ''),
        email,
        phone: `+749500001${String(USERS.findIndex((one) => one.email === email)).padStart(2, '0')}`,
        password_hash,
        toured_at: new Date(),
      },
    })
    if (role === 'CONTRACTOR_ADMIN') for (const id of contractorIdsOfUser) await insertDemoConsents(tx, user.id, id)
    return user
  })

async function insertContractors(tx: Tx, manager_id: number, zoneIds: number[]): Promise<number[]> {
  const groups = await tx
    .insertInto('price_groups')
    .values([
      { name: 'Опт 1', markup_hundredths: 1850 },
      { name: 'Опт 2', markup_hundredths: 2400 },
      { name: 'Розница', markup_hundredths: 4500 },
    ])
    .returning('id')
    .execute()
  return buildAll(CONTRACTORS, async ({ consignees, ...fields }, index) => {
    const points: readonly Place[] = consignees
    const company = { ...fields, manager_id, price_group_id: groups[index % 2]?.id ?? null }
    const { id } = await buildContractor(tx, { sellerIds: [], company })
    // The first company is in the first zone, the third one in the second; the others are served by a carrier.
    const zone = ZONE_OF_COMPANY[index]
    await buildAll(points, ([name, address, longitude, latitude], place) =>
      buildConsignee(tx, id, {
        name,
        code: `Т-${String(place + 1).padStart(2, '0')}`,
        address,
        longitude,
        latitude,
        contact: 'Приёмка',
        phone: `+7846000${String(1000 + place)}`,
        hours: JSON.stringify(WORKING_HOURS),
        zone_id: zone === undefined ? null : (zoneIds[zone] ?? null),
        carrier: index === 1 || index > 2 ? 'Деловые Линии' : '',
        is_default: place === 0,
      }),
    )
    return { id }
  })
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
async function insertApplication(tx: Tx, password_hash: string) {
  const { person, ...company } = APPLICATION
  const { id } = await tx.insertInto('contractors').values(company).returning('id').executeTakeFirstOrThrow()
  const user = await buildUser(tx, {
    role: 'CONTRACTOR_ADMIN',
    name: person.name,
    contractorIds: [id],
    hasAccepted: false,
    user: { login: person.email, email: person.email, phone: company.phone, password_hash },
  })
  await insertDemoConsents(tx, user.id, id)
}

/**
 * Inserts contracts older than the history: the first company prepays one seller and has a deferment with the other; the
 * second one has an overdue debt, whose contract is returned.
 */
async function insertContracts(tx: Tx, sellerIds: number[], contractorIds: number[], now: Date): Promise<number> {
  const signed_on = addDays(moscowDate(now), -SIGNED_DAYS_AGO)
  const year = signed_on.slice(2, 4)
  const contracts = CONTRACTS.flatMap(([prefix, terms], company) =>
    terms.map(([deferment_days, limit_kop], seller) => ({
      seller_id: sellerIds[seller] ?? 0,
      contractor_id: contractorIds[company] ?? 0,
      number: `${prefix}-${14 + company * 2 + seller}/${year}`,
      signed_on,
      prepayment_percent: deferment_days === 0 ? 100 : 0,
      deferment_days,
      limit_kop,
    })),
  )
  const ids = await buildAll(contracts, (one) => buildContract(tx, one))
  return ids[contracts.findIndex((one) => one.contractor_id === contractorIds[1] && one.deferment_days > 0)] ?? 0
}

async function insertWarehouses(tx: Tx, sellerIds: number[], now: Date): Promise<DemoParties['warehouses']> {
  const ids = await buildAll(WAREHOUSES, ({ name, shown_as, source, kind, seller, term_days, markup }) =>
    buildWarehouse(tx, sellerIds[seller] ?? 0, {
      source: { name: source, kind, markup_hundredths: markup },
      warehouse: {
        name,
        shown_as,
        term_days,
        guarantee_days: kind === 'own' ? 1 : 2,
        return_days: name === 'Партнёр 218' ? 0 : 14,
        imported_at: kind === 'own' ? null : now,
      },
    }),
  )
  return WAREHOUSES.map(({ kind, share }, index) => ({ id: ids[index] ?? 0, isOwn: kind === 'own', share }))
}

/** Inserts the sellers, companies, people, contracts and warehouses of the demo. */
export async function insertParties(tx: Tx, now: Date): Promise<DemoParties> {
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const sellerIds = await insertSellers(tx)
  const staff = USERS.filter(({ companies }) => companies.length === 0)
  const clients = USERS.filter(({ companies }) => companies.length > 0)
  const [managerId = 0, warrantyId = 0] = await insertUsers(tx, staff, passwordHash)
  const contractorIds = await insertContractors(tx, managerId, await insertPlaces(tx))
  await insertApplication(tx, passwordHash)
  const overdueContractId = await insertContracts(tx, sellerIds, contractorIds, now)
  const clientIds = await insertUsers(tx, clients, passwordHash, contractorIds)
  const warehouses = await insertWarehouses(tx, sellerIds, now)
  // Belongs to the seller with a deferment for the first company, so that its purchases are ordered immediately.
  const suppliers = await insertSuppliers(tx, sellerIds[1] ?? 0)
  const buyerIds = contractorIds.map(
    (_, company) => clientIds[clients.findIndex(({ companies: [own] }) => own === company)] ?? 0,
  )
  return { sellerIds, contractorIds, buyerIds, managerId, warrantyId, warehouses, overdueContractId, suppliers }
}

/** Prices the deliveries of the first zone; orders of the past were delivered for free. */
export const setDeliveryPrices = async (db: Kysely<DB>) =>
  db
    .updateTable('delivery_zones')
    .set({ charge_kop: 350_00, free_from_kop: 3000_00, charge_product_id: await ensureDeliveryProduct(db) })
    .where('name', '=', ZONES[0].name)
    .execute()
