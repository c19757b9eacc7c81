// Structure of a generated catalogue: which parts replace each other, and how often each of them is requested.

import { StartError } from '@artikul/server/config'

export interface TradeSize {
  items: number
  offers: number
  /** rows, two per cross reference: one in each direction */
  crosses: number
  buyers: number
  seed: number
  /** most items loaded in one part */
  partItems: number
}

export const WAREHOUSES = 24
const PART_ITEMS = 100_000

/** Computes the sizes of the trade: four offers and two rows of cross references per item, as in 5 M, 20 M and 10 M. */
export function tradeSize(wanted: Partial<TradeSize> & { items: number }): TradeSize {
  const { items, offers = items * 4, crosses = items * 2, buyers = 8, seed = 1, partItems = PART_ITEMS } = wanted
  return { items, offers, crosses: Math.floor(crosses / 2) * 2, buyers, seed, partItems }
}

/** Stateless deterministic pseudo-random numbers: any row can be generated alone. */
export function mix(seed: number, n: number, purpose: number): number {
  let mixed = (Math.imul(n, 0x9e3779b1) ^ Math.imul(purpose + 1, 0x85ebca6b) ^ Math.imul(seed, 0xc2b2ae35)) >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
export const mixShare = (seed: number, n: number, purpose: number) => mix(seed, n, purpose) / 4_294_967_296

/**
 * Groups of interchangeable parts, most requested first: the share of all requests up to which a group has so many
 * numbers. At four offers per number the median answer has 12 offers and every tenth more than 60.
 */
const CLASSES = [
  { upTo: 0.05, size: 25 },
  { upTo: 0.15, size: 15 },
  { upTo: 0.3, size: 6 },
  { upTo: 0.7, size: 3 },
  { upTo: 1, size: 1 },
]

/** Counts the car maker's numbers in a group, each replaced by the next. */
function chainOf(group: number, size: number): number {
  if (size === 1) return 1
  if (size === 3) return group % 5 === 0 ? 2 : 1
  if (size === 6) return 1 + (group % 3)
  return 2 + (group % 3)
}

const pairsIn = (many: number) => (many * (many - 1)) / 2
/** Numbers of one maker are cross-referenced only along their chain. */
const crossesIn = (size: number, chain: number) => pairsIn(size) - pairsIn(chain) + chain - 1

export interface Group {
  /** position of its first number in the block */
  start: number
  size: number
  chain: number
}

/** Block of the catalogue: its groups, most requested first. All blocks of one size have the same structure. */
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
 * Computes the skew from the sizes: the fewer cross references per item, the more requests go to the few parts with
 * many analogues. At two rows per item it is about 3; at eleven all parts are requested equally often.
 *
 * @throws StartError when the cross references exceed what such groups can have
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
  /** total number of blocks */
  of: number
  items: number
  /** first id of its products; ids of offers follow */
  firstItem: number
  offers: number
  firstOffer: number
  /** cross references, each a row in each direction */
  pairs: number
  layout: Layout
}

/** Builds the n-th block: products with their offers and cross references, independent of all other blocks. */
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

/**
 * Assigns product ids to positions of the block; a group is scattered, as numbers of different makers are in practice.
 */
export function idsOf({ items, firstItem }: Block): Int32Array {
  const ids = new Int32Array(items)
  const stride = strideOver(items)
  for (let position = 0, place = 0; position < items; position += 1) {
    ids[position] = firstItem + place + 1
    place = (place + stride) % items
  }
  return ids
}

/** Draws product ids as buyers request them: popular ones and car makers' numbers more often. */
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
