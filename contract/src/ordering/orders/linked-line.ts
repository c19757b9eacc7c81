import { z } from 'zod'
import { Day, Id } from '../../core/fields.ts'

/** Line of another order that replaces this one, or that this one replaces. */
export const LinkedLine = z.object({
  line_id: Id,
  order_id: Id,
  order_number: z.string(),
  brand: z.string(),
  article: z.string(),
  /** Quantity of the replacing line without cancelled and refused parts; 0 when nothing replaces it. */
  qty: z.number(),
  /** Day on which the replaced line was refused; `null` when this line is the replacement. */
  refused_on: Day.nullable(),
})
export type LinkedLine = z.infer<typeof LinkedLine>

export const lineLinks = {
  /** «Вместо …»: the refused line that this one replaces. */
  replaces: LinkedLine.nullable(),
  /** «Заменено строкой …». */
  replaced_by: z.array(LinkedLine),
}
