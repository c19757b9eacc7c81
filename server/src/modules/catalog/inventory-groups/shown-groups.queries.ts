import { MAX_GROUPS } from '@artikul/contract/catalog/inventory-groups'
import type { ShownGroup } from '@artikul/contract/ordering/search'
import type { Sql } from '../../../platform/db/index.ts'

/** A hidden group hides its subgroups. */
const SHOWN_GROUPS = `
  with recursive shown as (
    select id, parent_id, name, position, products_count, 1 as depth
    from inventory_groups where parent_id is null and is_hidden is not true
    union all
    select below.id, below.parent_id, below.name, below.position, below.products_count, shown.depth + 1
    from shown join inventory_groups below on below.parent_id = shown.id and below.is_hidden is not true
  )
  select id, parent_id, name, products_count from shown order by depth, position, id limit ${MAX_GROUPS}`

/** Selects the groups that clients may see, parents before their subgroups; `products_count` is of the group alone. */
export const selectShownGroups = (driver: Sql) => driver.query<ShownGroup>(SHOWN_GROUPS, [])
