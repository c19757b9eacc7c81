import type { CatalogGroup } from '@artikul/contract/catalog/vehicle-catalog'
import { z } from 'zod'

/** Numbers and texts are not distinguished by the provider; anything may be missing. */
const text = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? '' : String(value).trim()))
const coordinate = z.coerce.number()

export const FoundVehicles = z.object({
  vehicles: z
    .array(
      z.object({
        catalog: z.string(),
        vehicleId: text,
        ssd: text,
        brand: text,
        name: text,
        attributes: z.array(z.object({ name: text, value: text })).nullish(),
      }),
    )
    .nullish(),
})

interface CategoryReply {
  categoryId: string
  name: string
  ssd: string
  children?: CategoryReply[] | null | undefined
}
const Category: z.ZodType<CategoryReply> = z.object({
  categoryId: text,
  name: text,
  ssd: text,
  children: z.lazy(() => z.array(Category)).nullish(),
})
export const Categories = z.object({ categories: z.array(Category).nullish() })

const Unit = z.object({ unitId: text, code: text, name: text, ssd: text, imageUrl: text })
export const Units = z.object({ units: z.array(Unit).nullish() })
export const UnitInfo = z.object({ unit: Unit })

export const Details = z.object({
  details: z.array(z.object({ codeOnImage: text, oem: text, name: text, amount: text, note: text })).nullish(),
})
export const ImageMap = z.object({
  areas: z.array(z.object({ code: text, x1: coordinate, y1: coordinate, x2: coordinate, y2: coordinate })).nullish(),
})

export const Refusal = z.object({ code: text })

/** Deepest level of groups; a deeper tree is a mistake of the provider. */
const MAX_DEPTH = 6

/** Flattens the tree of groups, each before those below it. A group without a state of its own has the one above. */
export const flattenCategories = (
  categories: readonly CategoryReply[],
  above: { id: string | null; ssd: string; depth: number },
): CatalogGroup[] =>
  above.depth > MAX_DEPTH
    ? []
    : categories.flatMap(({ categoryId: id, name, ssd, children }) => {
        const group = { id, name, ssd: ssd || above.ssd, parent_id: above.id }
        return [group, ...flattenCategories(children ?? [], { id, ssd: group.ssd, depth: above.depth + 1 })]
      })
