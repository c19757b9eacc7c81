import { z } from 'zod'
import { MAX_ITEMS, type Dropped, type DropReason, type ParsedReply, type SupplierItem } from '../querying/adapter.ts'

/** Prices and quantities arrive as numbers or their text; «1,50» is neither. */
export const NumberOrText = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,12}(\.\d{1,6})?$/)
    .transform(Number),
])
/** Removes characters that a database cannot store, such as «&#0;» and «\\u0000» in untrusted input. */
const nonEmpty = (text: string) => text.toWellFormed().replaceAll('\0', '')
export const Text = z.union([z.string().transform(nonEmpty), z.number().transform(String)])
export const ReplyLine = Text.transform((text) => text.trim())
/** Text that an offer requires. */
export const Name = ReplyLine.pipe(z.string().min(1).max(100))
export const Optional = <T extends z.ZodType>(type: T) => type.nullish().catch(null)
export const numberIn = (value: unknown): number => NumberOrText.safeParse(value).data ?? NaN

/** Readable text, truncated to the limit; empty when missing. */
const wordsUpTo = (most: number) => Optional(ReplyLine).transform((text) => (text ?? '').slice(0, most))
export const PlaceName = wordsUpTo(100)
export const GoodsName = wordsUpTo(300)

const LARGEST_RUBLES = 20_000_000
const LARGEST_STOCK = 999_999
const LONGEST_DAYS = 365

/** Converts a plausible price in rubles to kopecks. */
export function priceKopOf(value: unknown): number | null {
  const rubles = numberIn(value)
  return rubles > 0 && rubles <= LARGEST_RUBLES ? Math.round(rubles * 100) : null
}
export const termDaysOf = (days: number): number | null => (days >= 0 && days <= LONGEST_DAYS ? Math.ceil(days) : null)
export const stockOf = (count: number): number | null => (count > 0 ? Math.min(count, LARGEST_STOCK) : null)
export const multiplicityOf = (count: number | null | undefined): number => stockOf(count ?? 1) ?? 1
export const percentOf = (share: number | null | undefined): number | null =>
  share !== null && share !== undefined && share >= 0 && share <= 100 ? share : null

/** Parses the valid elements of a list, up to the limit. */
export const readEach = <T>(list: readonly unknown[], type: z.ZodType<T>): T[] =>
  list.slice(0, MAX_ITEMS).flatMap((value) => type.safeParse(value).data ?? [])

const sameAs = ({ handle, purchaseKop, termDays, qty, qtyText }: SupplierItem) =>
  JSON.stringify([Object.values(handle), purchaseKop, termDays, qty, qtyText])

/** Parses the offers of a list, without duplicates, and counts the rest by reason. */
export function readReplyList(
  list: readonly unknown[],
  read: (value: unknown) => SupplierItem | DropReason,
): ParsedReply {
  const dropped: Dropped = {}
  const drop = (reason: DropReason, count = 1) => {
    dropped[reason] = (dropped[reason] ?? 0) + count
  }
  const items = new Map<string, SupplierItem>()
  for (const value of list.slice(0, MAX_ITEMS)) {
    const item = read(value)
    if (typeof item === 'string') drop(item)
    else if (items.has(sameAs(item))) drop('duplicate')
    else items.set(sameAs(item), item)
  }
  if (list.length > MAX_ITEMS) drop('too_many', list.length - MAX_ITEMS)
  return { items: [...items.values()], dropped }
}
