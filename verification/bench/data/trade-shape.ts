// How a catalogue is put together: which parts stand in for each other, and how often each of them is asked for.

import { StartError } from '@artikul/server/config'

export interface TradeSize {
  items: number
  offers: number
  /** rows, two for every cross: one each way */
  crosses: number
  buyers: number
  seed: number
  /** most items that are loaded in one go */
  partItems: number
}

export const WAREHOUSES = 24
const PART_ITEMS = 100_000

/** Sizes of the trade: four offers and two rows of crosses an item, as in 5 M, 20 M and 10 M. */
export function tradeSize(wanted: Partial<TradeSize> & { items: number }): TradeSize {
  const { items, offers = items * 4, crosses = items * 2, buyers = 8, seed = 1, partItems = PART_ITEMS } = wanted
  return { items, offers, crosses: Math.floor(crosses / 2) * 2, buyers, seed, partItems }
}

/** Numbers that look random and are the same every time, without a state: any row can be made alone. */
export function mix(seed: number, n: number, purpose: number): number {
  let mixed = (Math.imul(n, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b) ^ Math.imul(seed, 0xc2b2ae35)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
export const mixShare = (seed: number, n: number, purpose: number) => mix(seed, n, purpose) / 4_294_967_296

/**
 * Groups of parts that stand in for each other, the most asked first: up to which share of all requests a group has
 * so many numbers. At four offers a number the median answer holds 12 offers and every tenth more than 60.
 */
const CLASSES = [
  { upTo: 0.05, size: 25 },
  { upTo: 0.15, size: 15 },
  { upTo: 0.3, size: 6 },
  { upTo: 0.7, size: 3 },
  { upTo: 1, size: 1 },
]

/** How many numbers of the car's maker a group has: each was replaced by the one before it. */
function chainOf(group: number, size: number): number {
  if (size === 1) return 1
  if (size === 3) return group % 5 === 0 ? 2 : 1
  if (size === 6) return 1 + (group % 3)
  return 2 + (group % 3)
}

const pairsIn = (many: number) => (many * (many - 1)) / 2
/** Numbers of one maker are crossed only along their chain. */
const crossesIn = (size: number, chain: number) => pairsIn(size) - pairsIn(chain) + chain - 1

export interface Group {
  /** position of its first number in the block */
  start: number
  size: number
  chain: number
}

/** A block of the catalogue: its groups, the most asked first. All blocks of one size are put together alike. */
export interface Layout {
  groups: Group[]
  /** the share of requests up to a group is its share of groups to the power of 1/skew (Zipf) */
  skew: number
}

function groupsOf(items: number, skew: number): Group[] {
  const ends = (count: number) => CLASSES.map(({ upTo }) => Math.round(count * upTo ** skew))
  const numbersIn = (count: number) =>
    ends(count).reduce((sum, end, at, all) => sum + (end - (all[at - 1] ?? 0)) * (CLASSES[at]?.size ?? 1), 0)
  let least = 0
  let most = items
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (numbersIn(middle) <= items) least = middle
    else most = middle - 1
  }
  const classEnds = ends(least)
  const groups: Group[] = []
  for (let start = 0, at = 0; start < items;) {
    const group = groups.length
    while (at < CLASSES.length && group >= (classEnds[at] ?? 0)) at += 1
    const size = CLASSES[at]?.size ?? 1
    groups.push({ start, size, chain: chainOf(group, size) })
    start += size
  }
  return groups
}

const pairsOf = (groups: Group[]) => groups.reduce((sum, { size, chain }) => sum + crossesIn(size, chain), 0)

/**
 * The skew follows from the sizes: the fewer crosses an item has, the more of the requests must go to the few parts
 * that have many analogues. At two rows an item it is about 3, at eleven everything is asked for equally often.
 *
 * @throws StartError when the crosses are more than such groups can have
 */
function layOut(items: number, pairs: number): Layout {
  let flat = 1
  let steep = 60
  const most = pairsOf(groupsOf(items, flat))
  if (most < pairs) throw new StartError(`--crosses: у ${items} товаров не больше ${2 * most} строк замен и аналогов.`)
  for (let left = 30; left > 0; left -= 1) {
    const middle = (flat + steep) / 2
    if (pairsOf(groupsOf(items, middle)) >= pairs) flat = middle
    else steep = middle
  }
  return { groups: groupsOf(items, flat), skew: flat }
}

const layouts = new Map<string, Layout>()

export interface Block {
  index: number
  /** of how many blocks */
  of: number
  items: number
  /** ids of its products and offers follow these */
  firstItem: number
  offers: number
  firstOffer: number
  /** crosses, each of which is a row either way */
  pairs: number
  layout: Layout
}

/** The n-th block: products with their offers and crosses, apart from all other blocks. */
export function blockOf(size: TradeSize, index: number): Block {
  const of = blocksOf(size)
  const share = (total: number, at: number) => Math.floor((total * at) / of)
  const range = (total: number) => [share(total, index), share(total, index + 1) - share(total, index)] as const
  const [firstItem, items] = range(size.items)
  const [firstOffer, offers] = range(size.offers)
  const [, pairs] = range(size.crosses / 2)
  const key = `${items}/${pairs}`
  const layout = layouts.get(key) ?? layOut(items, pairs)
  layouts.set(key, layout)
  return { index, of, items, firstItem, offers, firstOffer, pairs, layout }
}

export const blocksOf = ({ items, partItems }: TradeSize) => Math.ceil(items / partItems)

const greatestCommon = (a: number, b: number): number => (b === 0 ? a : greatestCommon(b, a % b))
export function strideOver(count: number): number {
  let stride = Math.max(1, Math.round(count * 0.618))
  while (greatestCommon(stride, count) !== 1) stride += 1
  return stride
}

/** Id of the product at a position of the block: a group is scattered, as numbers of many makers are in life. */
export function idsOf({ items, firstItem }: Block): Int32Array {
  const ids = new Int32Array(items)
  const stride = strideOver(items)
  for (let position = 0, place = 0; position < items; position += 1) {
    ids[position] = firstItem + place + 1
    place = (place + stride) % items
  }
  return ids
}

/** Ids of products as buyers ask for them: the popular more often, the car maker's number more often than others. */
export function askedProducts(size: TradeSize, count: number): number[] {
  const ids = new Map<number, Int32Array>()
  return Array.from({ length: count }, (_, n) => {
    const block = blockOf(size, mix(size.seed, n, 90) % blocksOf(size))
    const { groups, skew } = block.layout
    const group = groups[Math.floor(groups.length * ((n + 0.5) / count) ** skew)]
    const known = ids.get(block.index) ?? idsOf(block)
    ids.set(block.index, known)
    if (!group) return 1
    const member = mixShare(size.seed, n, 91) < 0.6 ? 0 : mix(size.seed, n, 92) % group.size
    return known[group.start + member] ?? 1
  })
}
