import { articleKey } from '@artikul/contract/catalog/article'
import { buildCatalog, type DemoCatalog } from '../demo/catalog.ts'
import { createRandom } from '../demo/random.ts'

export interface Good {
  brand: string
  article: string
  name: string
  /** Purchase price around which suppliers differ, kopecks. */
  priceKop: number
  multiplicity: number
}

/** What one supplier is like. */
export interface Character {
  name: string
  seed: number
  /** Of the goods that he has, 0…1. */
  share: number
  /** Of the purchase price, per cent. */
  pricePercent: number
  latencyMs: number
  /** Places he sends from: code, name, hours on the way. */
  routes: readonly (readonly [code: number, name: string, hours: number])[]
}

export const CHARACTERS: readonly Character[] = [
  { name: 'quick', seed: 1, share: 0.8, pricePercent: 104, latencyMs: 60, routes: [[101, 'Москва', 24]] },
  {
    name: 'broad',
    seed: 2,
    share: 0.95,
    pricePercent: 96,
    latencyMs: 400,
    routes: [
      [201, 'Подольск', 48],
      [202, 'Казань', 96],
    ],
  },
  { name: 'slow', seed: 3, share: 0.6, pricePercent: 88, latencyMs: 2200, routes: [[301, 'Дубай', 360]] },
]

export interface Position {
  good: Good
  key: string
  route: Character['routes'][number]
  priceKop: number
  /** A count, or one of the negative signs of ABCP. */
  availability: number
  itemKey: string
}

export const demoGoods = ({ brands, products }: DemoCatalog = buildCatalog()): Good[] => {
  const nameOf = new Map(brands.map(({ id, name }) => [id, name]))
  return products.map(({ brandId, article, name, priceKop, multiplicity }) => ({
    brand: nameOf.get(brandId) ?? '',
    article,
    name,
    priceKop,
    multiplicity,
  }))
}

const SIGNS = [-1, -2, -3, -10]

/** Goods by the keys of their articles, each with its place among all: suppliers have the same ones. */
export const indexed = (goods: readonly Good[]) =>
  Map.groupBy(
    goods.map((good, at) => ({ good, at })),
    ({ good }) => articleKey(good.article),
  )
export type Goods = ReturnType<typeof indexed>

/** What the supplier has under an article, the same at every asking. */
export function createStock(goods: Goods, character: Character) {
  const positionsOf = ({ good, at }: { good: Good; at: number }, key: string): Position[] => {
    const random = createRandom(character.seed * 1_000_003 + at)
    if (!random.chance(character.share)) return []
    return character.routes.map((route) => ({
      good,
      key,
      route,
      priceKop: Math.round((good.priceKop * (character.pricePercent + random.int(-3, 3))) / 100),
      availability: random.chance(0.2) ? random.pick(SIGNS) : random.int(1, 40) * good.multiplicity,
      itemKey: `k${character.seed}-${at}-${route[0]}`,
    }))
  }
  return (article: string): Position[] => {
    const key = articleKey(article)
    return (goods.get(key) ?? []).flatMap((found) => positionsOf(found, key))
  }
}
export type Stock = ReturnType<typeof createStock>
