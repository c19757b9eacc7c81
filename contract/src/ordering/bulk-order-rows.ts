import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Offer, ProductBrief } from '../catalog/catalog.ts'
import { Id, Kop, ShownKop } from '../core/fields.ts'
import { LIST_STATES } from './bulk-order-states.ts'

const STATE_NAMES = keysOf(LIST_STATES)

/**
 * `error`: the row is skipped until it is resolved; `warning`: needs attention; `info`: a notice about an automatic
 * change.
 */
export const ListNote = z.object({ tone: z.enum(['error', 'warning', 'info']), text: z.string() })
export type ListNote = z.infer<typeof ListNote>

/** Goods chosen for a row: from one warehouse, or from two when neither has enough. */
export const ListChoice = z.object({
  offer: Offer,
  /** Newer number of the maker when the requested one is unavailable. */
  product: ProductBrief,
  qty: z.number(),
})
export type ListChoice = z.infer<typeof ListChoice>

export const ListRow = z.object({
  /** From one, in the order of the file. */
  position: z.int(),
  /** Row number as the spreadsheet counts. */
  row_number: z.int(),
  /** As written. */
  asked: z.object({
    article: z.string(),
    brand: z.string(),
    name: z.string(),
    qty: z.string(),
    own_code: z.string(),
  }),
  qty: z.number().nullable(),
  ceiling_kop: Kop.nullable(),
  consignee_id: Id.nullable(),
  client_ref: z.string(),
  state: z.enum(STATE_NAMES),
  product: ProductBrief.nullable(),
  choices: z.array(ListChoice),
  sum_kop: ShownKop,
  notes: z.array(ListNote),
  /** True when the row is added to the cart together with the selected ones. */
  selected: z.boolean(),
  /** True when the row is already in the cart. */
  in_cart: z.boolean(),
})
export type ListRow = z.infer<typeof ListRow>
