import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

let count = 0

/** Creates a seller with one account, on the general tax regime by default. */
export async function buildSeller(
  db: Db,
  overrides: Partial<Insertable<DB['sellers']>> = {},
  account: Partial<Insertable<DB['seller_accounts']>> = {},
) {
  const serial = (count += 1)
  const { id } = await db
    .insertInto('sellers')
    .values({
      name: 'ООО «Любой продавец»',
      full_name: 'Общество с ограниченной ответственностью «Любой продавец»',
      inn: `77${String(serial).padStart(8, '0')}`,
      kpp: '770101001',
      ogrn: '1027700132195',
      address: '101000, г. Москва, ул. Любая, д. 1',
      tax_regime: 'osno',
      director: 'Иванов И. И.',
      invoice_prefix: `Т${serial}`,
      ...overrides,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('seller_accounts')
    .values({
      seller_id: id,
      bank_name: 'ПАО СБЕРБАНК г. Москва',
      bic: '044525225',
      correspondent_account: '30101810400000000225',
      account: '40702810200000012345',
      is_default: true,
      ...account,
    })
    .execute()
  return { id }
}

type Contract = Insertable<DB['contracts']>

/** Creates a contract, by default with a deferment. */
export const buildContract = (
  db: Db,
  terms: Pick<Contract, 'seller_id' | 'contractor_id'> & Partial<Contract>,
): Promise<{ id: number }> =>
  db
    .insertInto('contracts')
    .values({
      number: `Д-${(count += 1)}/26`,
      signed_on: '2026-01-12',
      prepayment_percent: 0,
      deferment_days: 30,
      limit_kop: 1_000_000_000,
      is_default: true,
      ...terms,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Creates an active company with a contract with every seller, and a price group of the markup unless one is given. */
export async function buildContractor(
  db: Db,
  overrides: {
    sellerIds: readonly number[]
    markup?: number
    name?: string
    company?: Partial<Insertable<DB['contractors']>>
    contract?: Partial<Contract>
  },
) {
  const serial = (count += 1)
  const price_group_id =
    overrides.company?.price_group_id ?? (await buildPriceGroup(db, serial, overrides.markup ?? 2000)).id
  const { id } = await db
    .insertInto('contractors')
    .values({
      name: overrides.name ?? 'ООО «Любой покупатель»',
      full_name: overrides.name ?? 'ООО «Любой покупатель»',
      inn: `78${String(serial).padStart(8, '0')}`,
      kpp: '781301001',
      address: '190000, г. Санкт-Петербург, ул. Любая, д. 2',
      status: 'active',
      ...overrides.company,
      price_group_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contractIds: number[] = []
  for (const seller_id of overrides.sellerIds)
    contractIds.push((await buildContract(db, { ...overrides.contract, seller_id, contractor_id: id })).id)
  return { id, contractIds }
}

const buildPriceGroup = (db: Db, serial: number, markup_hundredths: number) =>
  db
    .insertInto('price_groups')
    .values({ name: `Группа ${process.pid}-${serial}`, markup_hundredths })
    .returning('id')
    .executeTakeFirstOrThrow()
