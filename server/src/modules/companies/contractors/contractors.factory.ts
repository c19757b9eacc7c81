import type { Insertable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'

let count = 0

/** Creates a seller on the general tax regime with one account by default. */
export async function buildSeller(db: Db, overrides: Partial<Insertable<DB['sellers']>> = {}) {
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
    })
    .execute()
  return { id }
}

/**
 * Creates an active company with a price group of the markup, a deferred contract with every seller and one consignee.
 */
export async function buildContractor(
  db: Db,
  overrides: { sellerIds: number[]; markup?: number; name?: string; contract?: Partial<Insertable<DB['contracts']>> },
) {
  const serial = (count += 1)
  const group = await db
    .insertInto('price_groups')
    .values({ name: `Группа ${process.pid}-${serial}`, markup_hundredths: overrides.markup ?? 2000 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('contractors')
    .values({
      name: overrides.name ?? 'ООО «Любой покупатель»',
      full_name: overrides.name ?? 'ООО «Любой покупатель»',
      inn: `78${String(serial).padStart(8, '0')}`,
      kpp: '781301001',
      address: '190000, г. Санкт-Петербург, ул. Любая, д. 2',
      status: 'active',
      price_group_id: group.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contractIds: number[] = []
  for (const seller_id of overrides.sellerIds) {
    const contract = await db
      .insertInto('contracts')
      .values({
        seller_id,
        contractor_id: id,
        number: `Д-${serial}/26`,
        signed_on: '2026-01-12',
        prepayment_percent: 0,
        deferment_days: 30,
        limit_kop: 1_000_000_000,
        is_default: true,
        ...overrides.contract,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    contractIds.push(contract.id)
  }
  return { id, contractIds }
}
