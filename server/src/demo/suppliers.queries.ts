import type { Kysely } from 'kysely'
import type { DB } from '../platform/db/index.ts'

interface DemoSupplier {
  name: string
  url: string
  login: string
  secret: Buffer
  priority: number
}

const SETTINGS = {
  dialect: 'abcp',
  is_on: true,
  budget_ms: 3000,
  per_second: 20,
  brand_rule: 'except',
  takes_new_warehouses: true,
}
const TERMS = { sending: 'by_hand', min_order_kop: 0, tolerance_hundredths: 300 }

/** The supplier of the demonstration stands where his simulator listens this time. */
export async function putSupplier(db: Kysely<DB>, { name, ...access }: DemoSupplier): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const seller = await tx.selectFrom('sellers').select('id').orderBy('id').executeTakeFirstOrThrow()
    const source = await tx
      .insertInto('sources')
      .values({ name, kind: 'online', seller_id: seller.id, markup_hundredths: 300, ...TERMS })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('online_suppliers')
      .values({ source_id: source.id, ...SETTINGS, ...access })
      .onConflict((conflict) => conflict.column('source_id').doUpdateSet({ url: access.url, secret: access.secret }))
      .execute()
  })
}
