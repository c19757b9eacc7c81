import { sql } from 'kysely'
import type { Db, Sql } from '../../../platform/db/index.ts'
import type { Writer } from '../../../platform/http/index.ts'
import type { PhotoRow } from './import-photo-links.ts'

interface NewPhotoImport {
  fileName: string
  licence: string
  writer: Writer | null
  now: Date
}

export async function insertPhotoImport(db: Db, { fileName, licence, writer, now }: NewPhotoImport): Promise<number> {
  const { id } = await db
    .insertInto('product_content_imports')
    .values({
      kind: 'price_list',
      file_name: fileName,
      licence,
      actor_id: writer?.actorId ?? null,
      subject_id: writer?.subjectId ?? null,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const deletePhotoImport = (db: Db, id: number) =>
  db.deleteFrom('product_content_imports').where('id', '=', id).execute()

/**
 * Inserts the addresses of the rows that became offers; the same addresses are not inserted again.
 * @returns the number of addresses
 */
export async function insertStagedLinks(tx: Sql, importId: number, now: Date): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    with queued as (
      insert into product_photo_links (product_id, import_id, row_number, urls, created_at)
      select product.id, ${importId}, staged.row_number, string_to_array(staged.photos, ' '), ${now}
      from import_rows staged
      join import_winners winner using (row_number)
      join products product on product.id = winner.product_id
      where staged.photos is not null and product.photo_hash is null
      order by product.id
      on conflict (product_id) do update
        set import_id = excluded.import_id, row_number = excluded.row_number, urls = excluded.urls,
          created_at = excluded.created_at
        where product_photo_links.urls <> excluded.urls
      returning cardinality(urls) as count
    )
    select coalesce(sum(count), 0)::integer as count from queued`
  return row?.count ?? 0
}

export async function countPhotoLinks(db: Db, importId: number): Promise<number> {
  const { count } = await db
    .selectFrom('product_photo_links')
    .select(sql<number>`count(*)`.as('count'))
    .where('import_id', '=', importId)
    .executeTakeFirstOrThrow()
  return count
}

/** Selects products with their addresses in the order of the price list. */
export const selectPhotoLinks = (db: Db, importId: number, after: number, most: number): Promise<PhotoRow[]> =>
  db
    .selectFrom('product_photo_links as link')
    .innerJoin('products', 'products.id', 'link.product_id')
    .innerJoin('brands', 'brands.id', 'products.brand_id')
    .select([
      'link.row_number as number',
      'link.product_id as productId',
      'link.urls',
      sql<string>`brands.name || ' ' || products.article`.as('entry'),
    ])
    .where('link.import_id', '=', importId)
    .where('link.row_number', '>', after)
    .orderBy('link.row_number')
    .limit(most)
    .execute()
