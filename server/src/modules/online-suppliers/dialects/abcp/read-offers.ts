import { z } from 'zod'
import { MOST_ITEMS, type Dropped, type DropReason, type Reading, type SupplierItem } from '../../dialect.ts'

/** Prices and counts come as numbers or as their text; «1,50» is neither. */
const NumberOrText = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,12}(\.\d{1,6})?$/)
    .transform(Number),
])
const Text = z.union([z.string(), z.number().transform(String)])
const Line = Text.transform((text) => text.trim())
const Optional = <T extends z.ZodType>(type: T) => type.nullish().catch(null)

const Item = z.object({
  brand: Line.pipe(z.string().min(1).max(100)),
  number: Line.pipe(z.string().min(1).max(100)),
  description: Optional(Line),
  availability: z.unknown(),
  packing: Optional(NumberOrText),
  deliveryPeriod: z.unknown(),
  deliveryPeriodMax: Optional(NumberOrText),
  supplierCode: Line.pipe(z.string().min(1).max(100)),
  supplierDescription: Optional(Line),
  distributorCode: Optional(Line),
  itemKey: Optional(Text),
  price: z.unknown(),
  currency: Optional(z.string()),
  deliveryProbability: Optional(NumberOrText),
  noReturn: Optional(z.union([z.boolean(), NumberOrText.transform(Boolean)])),
})
type Item = z.infer<typeof Item>

const LARGEST_PRICE = 20_000_000
const LARGEST_STOCK = 999_999
const LONGEST_DAYS = 365
/** What ABCP says instead of a number when nobody counts. */
const UNCOUNTED: Readonly<Record<number, string>> = { [-1]: '+', [-2]: '++', [-3]: '+++', [-10]: 'под заказ' }
const RUBLES = ['RUB', 'RUR', '']

const numberIn = (value: unknown): number => NumberOrText.safeParse(value).data ?? NaN

function quantityOf(value: unknown): Pick<SupplierItem, 'qty' | 'qtyExact' | 'qtyText'> | null {
  const count = numberIn(value)
  const words = UNCOUNTED[count]
  if (words !== undefined) return { qty: 1, qtyExact: false, qtyText: words }
  return count > 0 ? { qty: Math.min(count, LARGEST_STOCK), qtyExact: true, qtyText: '' } : null
}

/** The later of the two hours that are promised, in days. */
function daysOf({ deliveryPeriod, deliveryPeriodMax }: Item): number | null {
  const hours = numberIn(deliveryPeriod)
  const days = Math.ceil(Math.max(hours, deliveryPeriodMax ?? 0) / 24)
  return hours >= 0 && days <= LONGEST_DAYS ? days : null
}

function read(value: unknown): SupplierItem | DropReason {
  const parsed = Item.safeParse(value)
  if (!parsed.success) return 'shape'
  const item = parsed.data
  const rubles = numberIn(item.price)
  if (!(rubles > 0 && rubles <= LARGEST_PRICE)) return 'price'
  if (!RUBLES.includes((item.currency ?? '').toUpperCase())) return 'currency'
  const quantity = quantityOf(item.availability)
  if (!quantity) return 'quantity'
  const termDays = daysOf(item)
  if (termDays === null) return 'term'
  const { brand, number, supplierCode, itemKey } = item
  const probability = item.deliveryProbability ?? -1
  return {
    route: supplierCode,
    routeName: (item.supplierDescription ?? item.distributorCode ?? '').slice(0, 100),
    brand,
    article: number,
    name: (item.description ?? '').slice(0, 300),
    purchaseKop: Math.round(rubles * 100),
    ...quantity,
    multiplicity: item.packing && item.packing > 0 ? Math.min(item.packing, LARGEST_STOCK) : 1,
    termDays,
    probability: probability >= 0 && probability <= 100 ? probability : null,
    noReturn: item.noReturn === true,
    handle: { brand, number, supplierCode, itemKey: itemKey ?? '' },
  }
}

const sameAs = ({ handle, purchaseKop, termDays, qty, qtyText }: SupplierItem) =>
  JSON.stringify([Object.values(handle), purchaseKop, termDays, qty, qtyText])

/** Flat, or an array for each of the pairs that were asked: both are met. */
const listIn = (body: unknown): unknown[] => (Array.isArray(body) ? body.flat(1) : body === null ? [] : [body])

/** What of the answer can be offered; the rest is counted by why it cannot. */
export function readOffers(body: unknown): Reading {
  const list = listIn(body)
  const dropped: Dropped = {}
  const drop = (reason: DropReason, count = 1) => {
    dropped[reason] = (dropped[reason] ?? 0) + count
  }
  const items = new Map<string, SupplierItem>()
  for (const value of list.slice(0, MOST_ITEMS)) {
    const item = read(value)
    if (typeof item === 'string') drop(item)
    else if (items.has(sameAs(item))) drop('duplicate')
    else items.set(sameAs(item), item)
  }
  if (list.length > MOST_ITEMS) drop('too_many', list.length - MOST_ITEMS)
  return { items: [...items.values()], dropped }
}

const MetBrand = z.object({ brand: Line, number: Line, description: Optional(Line) })

export const readBrands = (body: unknown) =>
  listIn(body)
    .slice(0, MOST_ITEMS)
    .flatMap((value) => {
      const { data } = MetBrand.safeParse(value)
      return data ? [{ brand: data.brand, article: data.number, name: data.description ?? '' }] : []
    })
