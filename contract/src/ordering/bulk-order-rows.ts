import { z } from 'zod'
import { keysOf } from '../core/keys.ts'
import { Offer, ProductBrief } from '../catalog/catalog.ts'
import { Id, Kop, ShownKop } from '../core/fields.ts'
import { LIST_STATES } from './bulk-order-states.ts'

const STATE_NAMES = keysOf(LIST_STATES)

/** `error`: the row goes nowhere before it is settled; `warning`: look at it; `info`: so that nothing happens silently. */
export const ListNote = z.object({ tone: z.enum(['error', 'warning', 'info']), text: z.string() })
export type ListNote = z.infer<typeof ListNote>

/** Goods chosen for a row: of one warehouse, or of two when neither has enough. */
export const ListChoice = z.object({
  offer: Offer,
  /** The maker's newer number, when the asked one is not to be had. */
  product: ProductBrief,
  qty: z.number(),
})
export type ListChoice = z.infer<typeof ListChoice>

export const ListRow = z.object({
  /** From one, in the order of the file. */
  position: z.int(),
  /** As the table program counts rows. */
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
  /** Goes to the cart with the chosen ones. */
  selected: z.boolean(),
  /** Has gone to the cart. */
  in_cart: z.boolean(),
})
export type ListRow = z.infer<typeof ListRow>
