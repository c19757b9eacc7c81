import { z } from 'zod'
import { Day, Id } from '../../core/fields.ts'

/** A line of another order that stands in for this one, or that this one stands in for. */
export const LinkedLine = z.object({
  line_id: Id,
  order_id: Id,
  order_number: z.string(),
  brand: z.string(),
  article: z.string(),
  /** Quantity of the replacing line without cancelled and refused parts; 0 when nothing replaces it. */
  qty: z.number(),
  /** The day on which what is replaced was refused; null: it is a replacement itself. */
  refused_on: Day.nullable(),
})
export type LinkedLine = z.infer<typeof LinkedLine>

export const lineLinks = {
  /** «Вместо …»: the refused line that it stands in for. */
  replaces: LinkedLine.nullable(),
  /** «Заменено строкой …». */
  replaced_by: z.array(LinkedLine),
}
