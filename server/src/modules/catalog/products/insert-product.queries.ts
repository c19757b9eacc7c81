import { looseFromKey } from '@artikul/contract/catalog/article'
import { slugOf } from '@artikul/contract/catalog/slug'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'

/** Limit of suffixes for a code that is in use. */
const MAX_SAME_CODES = 100

interface NewProduct {
  brandId: number
  article: string
  articleKey: string
  name: string
}

/** Inserts a product as an import would; one inserted concurrently is kept. */
export async function insertProduct(db: Db, { brandId, article, articleKey, name }: NewProduct): Promise<void> {
  await sql`
    insert into products (brand_id, article, article_key, loose_key, code, name)
    select brand.id, ${article}::text, ${articleKey}::text, ${looseFromKey(articleKey)}::text, free.code, ${name}::text
    from brands brand
    join lateral (
      select number, brand.slug || '-' || ${slugOf(articleKey)}::text || case when number > 1 then '-' || number else '' end as code
      from generate_series(1, ${MAX_SAME_CODES}::integer) as number
    ) free on not exists (select from products where products.code = free.code)
      and not exists (select from product_code_redirects old where old.code = free.code)
    where brand.id = ${brandId}
    order by free.number
    limit 1
    on conflict do nothing`.execute(db)
}
