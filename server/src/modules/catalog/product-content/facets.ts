import type { Facet } from '@artikul/contract/ordering/search'
import type { Sql } from '../../../platform/db/index.ts'

const MAX_FACETS = 5
const MAX_VALUES = 15
const MAX_ROWS = 3000

const OF_PRODUCTS = `
  select product_id, name, value, unit from product_properties
  where product_id = any($1::integer[]) limit ${MAX_ROWS}`

interface PropertyRow {
  product_id: number
  name: string
  value: string
  unit: string
}

const inOrder = new Intl.Collator('ru', { numeric: true })

function toFacet(rows: readonly PropertyRow[]): Facet {
  const values = Map.groupBy(rows, ({ value }) => value)
  return {
    name: rows[0]?.name ?? '',
    unit: rows[0]?.unit ?? '',
    values: [...values]
      .map(([value, some]) => ({ value, product_ids: some.map((row) => row.product_id) }))
      .sort((a, b) => inOrder.compare(a.value, b.value)),
  }
}

const countOf = ({ values }: Facet) => values.reduce((sum, value) => sum + value.product_ids.length, 0)

/**
 * Builds choices from the properties of products: those that most of them have, with several values, each shared by
 * two products on average.
 */
export function facetsOf(rows: readonly PropertyRow[]): Facet[] {
  return [...Map.groupBy(rows, ({ name, unit }) => `${name} ${unit}`).values()]
    .map(toFacet)
    .filter(
      (facet) =>
        facet.values.length > 1 && facet.values.length <= MAX_VALUES && countOf(facet) >= 2 * facet.values.length,
    )
    .sort((a, b) => countOf(b) - countOf(a) || inOrder.compare(a.name, b.name))
    .slice(0, MAX_FACETS)
}

/** Reads the choices among products found by name. */
export const readFacets = async (driver: Sql, productIds: readonly number[]): Promise<Facet[]> =>
  productIds.length < 2 ? [] : facetsOf(await driver.query<PropertyRow>(OF_PRODUCTS, [productIds] as unknown[]))
