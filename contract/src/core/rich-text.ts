import { z } from 'zod'

/** Elements of a text, named as in HTML; nothing else is rendered. */
export const TextElement = z.enum([
  ...['h2', 'h3', 'p', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'strong', 'em', 'del', 'code', 'br', 'a'],
] as const)
export type TextElement = z.infer<typeof TextElement>

export const BegunElement = z.object({
  element: TextElement,
  /** Address of `a` as written; the renderer checks it. */
  href: z.string().optional(),
  /** First number of `ol`. */
  start: z.int().optional(),
  /** Column headings of `table`. */
  name: z.string().optional(),
})
export type BegunElement = z.infer<typeof BegunElement>

/**
 * Parsed text: words, element openings, and `null` where the last opened element ends. Flat rather than a tree, because
 * a schema can only describe a tree recursively.
 */
export const RichText = z.array(z.union([z.string(), BegunElement, z.null()]))
export type RichText = z.infer<typeof RichText>
