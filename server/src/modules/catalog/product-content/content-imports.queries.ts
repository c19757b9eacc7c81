import type { ContentKind } from '@artikul/contract/catalog/product-content'
import { sql, type Updateable } from 'kysely'
import type { Db, DB } from '../../../platform/db/index.ts'
import { writtenBy, type Writer } from '../../../platform/http/index.ts'
import type { Page } from '../../../platform/paging.ts'

const imports = (db: Db) =>
  db
    .selectFrom('product_content_imports as import')
    .leftJoin('users as author', 'author.id', 'import.actor_id')
    .select([
      'import.id',
      'import.kind',
      'import.file_name',
      'import.state',
      'import.total_count',
      'import.processed_count',
      'import.saved_count',
      'import.products_count',
      'import.known_count',
      'import.refused_count',
      'import.failure',
      'author.full_name as author',
      'import.created_at',
      'import.ended_at',
    ])

export type ContentImportRow = NonNullable<Awaited<ReturnType<typeof selectContentImport>>>

export const selectContentImport = (db: Db, id: number) => imports(db).where('import.id', '=', id).executeTakeFirst()

export async function selectContentImports(db: Db, page: Pick<Page, 'size' | 'offset'>) {
  const [rows, count] = await Promise.all([
    imports(db).orderBy('import.id', 'desc').limit(page.size).offset(page.offset).execute(),
    db
      .selectFrom('product_content_imports')
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

interface NewImport {
  kind: ContentKind
  file_name: string
  storage: string
  licence: string
  created_at: Date
}

export const insertContentImport = (db: Db, author: Writer, row: NewImport) =>
  db
    .insertInto('product_content_imports')
    .values({ ...row, ...writtenBy(author) })
    .returning('id')
    .executeTakeFirstOrThrow()

/** Selects the next import to run; one that is running was interrupted, because only one round of a kind runs at a time. */
export const selectNextImport = (db: Db, kinds: readonly string[], after: number) =>
  db
    .selectFrom('product_content_imports')
    .select(['id', 'kind', 'file_name', 'storage', 'licence', 'actor_id', 'subject_id'])
    .where('kind', 'in', kinds)
    .where('state', 'in', ['queued', 'running'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
export type QueuedImport = NonNullable<Awaited<ReturnType<typeof selectNextImport>>>

export const updateContentImport = (db: Db, id: number, changes: Updateable<DB['product_content_imports']>) =>
  db.updateTable('product_content_imports').set(changes).where('id', '=', id).execute()

/** Returns an import to its beginning: what it has saved already is known then. */
export async function restartContentImport(db: Db, id: number) {
  await db.deleteFrom('product_content_refusals').where('import_id', '=', id).execute()
  await updateContentImport(db, id, { state: 'running', processed_count: 0 })
}

export interface Refusal {
  number: number
  entry: string
  reason: string
}

export async function insertRefusals(db: Db, importId: number, rows: readonly Refusal[]) {
  if (rows.length === 0) return
  await sql`
    insert into product_content_refusals (import_id, number, entry, reason)
    select ${importId}::integer, * from unnest(
      ${rows.map(({ number }) => number)}::integer[], ${rows.map(({ entry }) => entry)}::text[],
      ${rows.map(({ reason }) => reason)}::text[])`.execute(db)
}

export const selectRefusals = (db: Db, importId: number, after: number, most: number) =>
  db
    .selectFrom('product_content_refusals')
    .select(['number', 'entry', 'reason'])
    .where('import_id', '=', importId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(most)
    .execute()

/** Product of an article key. */
export interface KeyedProduct {
  id: number
  brandId: number
  brand: string
  article: string
  key: string
}

/** Selects the products of all the keys, of every maker. */
export const selectProductsOfKeys = (db: Db, keys: readonly string[]): Promise<KeyedProduct[]> =>
  db
    .selectFrom('products')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select([
      'products.id',
      'products.brand_id as brandId',
      'brands.name as brand',
      'products.article',
      'products.article_key as key',
    ])
    .where('products.article_key', '=', sql<string>`any(${[...new Set(keys)]}::text[])`)
    .orderBy('products.id')
    .limit(100_000)
    .execute()
