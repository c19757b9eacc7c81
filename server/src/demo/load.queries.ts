import type { Sql, SqlTransaction } from '../platform/db/index.ts'
import type { DemoCatalog, DemoProduct } from './catalog.ts'
import type { Random } from './random.ts'

const escapeText = (value: string) =>
  value.replace(/[\\\t\n\r]/g, (sign) => `\\${sign === '\t' ? 't' : sign === '\n' ? 'n' : sign === '\r' ? 'r' : '\\'}`)

/** Loads rows by COPY; `null` is a missing value. */
export async function copyRows(
  sql: SqlTransaction,
  table: string,
  columns: string[],
  rows: Iterable<(string | number | boolean | null)[]>,
) {
  function* lines() {
    let chunk = ''
    for (const row of rows) {
      chunk += row.map((value) => (value === null ? '\\N' : escapeText(String(value)))).join('\t') + '\n'
      if (chunk.length > 256_000) {
        yield chunk
        chunk = ''
      }
    }
    yield chunk
  }
  await sql.copy(`copy ${table} (${columns.join(', ')}) from stdin`, lines())
}

/** Deletes the rows of an interrupted run. */
export const emptyTables = (sql: Sql) =>
  sql`truncate brands, products, cross_references, offers, sellers, users, price_groups, supply_routes, inventory_groups restart identity cascade`

/** Loads the catalogue by COPY, each product with the hash of its main photo, and advances the id sequences past it. */
export async function loadCatalog(
  sql: SqlTransaction,
  { brands, products, crosses }: DemoCatalog,
  photoOf: (product: DemoProduct) => string | null,
) {
  await copyRows(
    sql,
    'brands',
    ['id', 'name', 'key', 'slug', 'is_original', 'verified_at'],
    brands.map((brand) => [brand.id, brand.name, brand.key, brand.slug, brand.isOriginal, brand.isNew ? null : 'now']),
  )
  await copyRows(
    sql,
    'products',
    [
      'id',
      'brand_id',
      'article',
      'article_key',
      'loose_key',
      'code',
      'name',
      'unit',
      'multiplicity',
      'weight_g',
      'country',
      'photo_hash',
    ],
    products.map((one) => [
      one.id,
      one.brandId,
      one.article,
      one.key,
      one.loose,
      one.code,
      one.name,
      one.unit,
      one.multiplicity,
      one.weight,
      one.country,
      photoOf(one),
    ]),
  )
  await copyRows(
    sql,
    'cross_references',
    ['product_id', 'related_product_id', 'kind', 'source'],
    crosses.map((cross) => [cross.productId, cross.relatedProductId, cross.kind, 'Каталог производителя']),
  )
  await sql`select setval(pg_get_serial_sequence('brands', 'id'), (select max(id) from brands)),
    setval(pg_get_serial_sequence('products', 'id'), (select max(id) from products))`
}

export interface DemoWarehouse {
  id: number
  isOwn: boolean
  /** Share of the catalogue in stock. */
  share: number
}

function* offerRows(products: DemoProduct[], warehouses: DemoWarehouse[], random: Random) {
  for (const product of products)
    for (const warehouse of warehouses) {
      if (!random.chance(warehouse.share)) continue
      const price = Math.round((product.priceKop * random.int(88, 118)) / 100)
      const pieces = random.int(1, warehouse.isOwn ? 40 : 60) * product.multiplicity
      const isVague = !warehouse.isOwn && random.chance(0.3)
      const onHand = isVague ? 10 * product.multiplicity : pieces
      yield [
        product.id,
        warehouse.id,
        price,
        onHand,
        warehouse.isOwn,
        !isVague,
        isVague ? `>${onHand}` : String(onHand),
        product.multiplicity,
      ]
    }
}

/** Loads the stock of every warehouse: exact in own ones, sometimes «>10» at partners. */
export async function loadOffers(
  sql: SqlTransaction,
  products: DemoProduct[],
  warehouses: DemoWarehouse[],
  random: Random,
) {
  await copyRows(
    sql,
    'offers',
    ['product_id', 'warehouse_id', 'purchase_kop', 'on_hand', 'tracked', 'qty_exact', 'qty_text', 'multiplicity'],
    offerRows(products, warehouses, random),
  )
  await sql`analyze brands, products, cross_references, offers`
}
