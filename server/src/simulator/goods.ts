import { articleKey } from '@artikul/contract/catalog/article'
import { buildCatalog, type DemoCatalog } from '../demo/catalog.ts'
import { createRandom } from '../demo/random.ts'

export interface Good {
  brand: string
  article: string
  name: string
  /** Base purchase price in kopecks, from which suppliers deviate. */
  priceKop: number
  multiplicity: number
}

/** Character of one supplier. */
export interface Character {
  name: string
  seed: number
  /** Share of goods in stock, 0…1. */
  share: number
  /** Share of the purchase price, in per cent. */
  pricePercent: number
  latencyMs: number
  /** Places of dispatch: code, name, hours of delivery. */
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
  /** Quantity, or one of the negative codes of ABCP. */
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

/** Indexes goods by the keys of their articles with their position, which is equal for all suppliers. */
export const indexed = (goods: readonly Good[]) =>
  Map.groupBy(
    goods.map((good, at) => ({ good, at })),
    ({ good }) => articleKey(good.article),
  )
export type SimulatedGoods = ReturnType<typeof indexed>

/** Determines the supplier's stock of an article, deterministically. */
export function createStock(goods: SimulatedGoods, character: Character) {
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
