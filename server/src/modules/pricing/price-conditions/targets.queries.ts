import { articleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import type { TargetKind } from '@artikul/contract/pricing/price-conditions'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../platform/db/index.ts'
import { literal } from '../../../platform/like.ts'

type Target = { id: number; name: string }

/** Matches articles and brands by prefix, the rest by any part of the name; companies also by ИНН. */
function targetsOf(kind: TargetKind, q: string): RawBuilder<Target> {
  const part = `%${literal(q)}%`
  switch (kind) {
    case 'contractor':
      return sql`select id, name || ', ИНН ' || inn as name from contractors
        where name ilike ${part} or inn like ${`${literal(q)}%`} order by name collate "ru-x-icu", id limit 20`
    case 'product': {
      const key = articleKey(q)
      return sql`select product.id, brands.name || ' ' || product.article || ', ' || product.name as name
        from (
          select * from products where article_key ~>=~ ${key} and article_key ~<~ (${key} || chr(1114111))
          order by article_key using ~<~, id limit 20
        ) product
        join brands on brands.id = product.brand_id
        where ${key} <> ''`
    }
    case 'brand':
      return sql`select id, name from brands where key like ${`${literal(brandKey(q))}%`} order by key, id limit 20`
    case 'inventory_group':
      return sql`select id, name from inventory_groups where name ilike ${part} order by name, id limit 20`
    case 'source':
      return sql`select id, name from supply_routes where name ilike ${part} order by name, id limit 20`
  }
}

const TABLES = {
  contractor: 'contractors',
  product: 'products',
  brand: 'brands',
  inventory_group: 'inventory_groups',
  source: 'supply_routes',
} as const satisfies Record<TargetKind, string>

interface TargetFilter {
  kind: TargetKind
  q?: string | undefined
  id?: number | undefined
}

/** Selects targets that match the text, or the one with the id. */
export async function selectTargets(db: Db, { kind, q = '', id }: TargetFilter): Promise<Target[]> {
  if (id === undefined) return (await targetsOf(kind, q).execute(db)).rows
  return db.selectFrom(TABLES[kind]).select(['id', 'name']).where('id', '=', id).execute()
}
