import { slugOf } from '@artikul/contract/catalog/slug'
import { articleKey, looseArticleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import { BATTERIES, OILS } from './part-pictures.data.ts'
import { createRandom, fillShape, type Random } from './random.ts'
import { CAR_MAKERS, FAMOUS, NEW_BRANDS, PART_MAKERS, PARTS, type Numbers } from './vocabulary.data.ts'

export interface DemoBrand {
  id: number
  name: string
  key: string
  slug: string
  isOriginal: boolean
  /** True for a brand added by a price list and not verified yet. */
  isNew: boolean
}

export interface DemoProduct {
  id: number
  brandId: number
  article: string
  key: string
  loose: string
  code: string
  name: string
  unit: string
  weight: number
  country: string
  multiplicity: number
  /** Base purchase price in kopecks, from which sources deviate. */
  priceKop: number
}

export interface DemoCrossReference {
  productId: number
  relatedProductId: number
  kind: 'analogue' | 'replaced_by' | 'replaces'
}

export interface DemoCatalog {
  brands: DemoBrand[]
  products: DemoProduct[]
  crosses: DemoCrossReference[]
}

const CONCEPTS = 12_600
interface Builder extends DemoCatalog {
  random: Random
  brandsByName: Map<string, DemoBrand>
  countries: Map<string, string>
  taken: Set<string>
}

function addProduct(
  catalog: Builder,
  brandName: string,
  article: string,
  part: number,
  name: string,
  priceKop: number,
) {
  const brand = catalog.brandsByName.get(brandName)
  const [, unit = 'шт', weight = 100, , , multiplicity = 1] = PARTS[part] ?? []
  const key = articleKey(article)
  const code = `${brand?.slug ?? ''}-${slugOf(key)}`
  if (!brand || catalog.taken.has(code)) return undefined
  catalog.taken.add(code)
  const product: DemoProduct = {
    id: catalog.products.length + 1,
    brandId: brand.id,
    article,
    key,
    loose: looseArticleKey(article),
    code,
    name,
    unit,
    weight,
    country: catalog.countries.get(brandName) ?? '',
    multiplicity,
    priceKop,
  }
  catalog.products.push(product)
  return product
}

function addCrossReferences(catalog: Builder, group: DemoProduct[]) {
  for (const one of group)
    for (const other of group) {
      // Numbers of one maker replace each other through the maker's chain and are no analogues.
      if (one === other || one.brandId === other.brandId) continue
      catalog.crosses.push({ productId: one.id, relatedProductId: other.id, kind: 'analogue' })
    }
}

function supersede(catalog: Builder, older: DemoProduct, newer: DemoProduct) {
  catalog.crosses.push({ productId: older.id, relatedProductId: newer.id, kind: 'replaced_by' })
  catalog.crosses.push({ productId: newer.id, relatedProductId: older.id, kind: 'replaces' })
}

/** Shapes of the maker's numbers for a part. */
const shapesFor = (numbers: Numbers, part: string) =>
  Object.entries(numbers).find(([beginning]) => part.startsWith(beginning))?.[1]

/** Makers of each part with the shapes of their numbers. */
const MAKERS_OF = PARTS.map(([part]) =>
  PART_MAKERS.flatMap(({ name, numbers }) => {
    const shapes = shapesFor(numbers, part)
    return shapes ? [{ name, shapes }] : []
  }),
)
const CARS = CAR_MAKERS.flatMap((maker) => maker.vehicles.map((vehicle) => ({ maker, vehicle })))

/** Adds one part of one car: its original number, sometimes a newer one, and products of other makers. */
function addConcept(catalog: Builder) {
  const { random } = catalog
  const part = random.int(0, PARTS.length - 1)
  const [name = '', , , from = 100, to = 1000] = PARTS[part] ?? []
  const priceKop = random.int(from, Math.round((from + to) / 2)) * 100 + random.int(0, 99)
  const { maker, vehicle } = random.pick(CARS)
  const make = (brand: string, shapes: readonly string[], share: number) => {
    const article = fillShape(random.pick(shapes), random)
    return addProduct(catalog, brand, article, part, `${name} ${vehicle}`, Math.round(priceKop * share))
  }
  const originalShapes = shapesFor(maker.numbers, name) ?? maker.shapes
  const first = make(maker.name, originalShapes, 1)
  if (!first) return
  const group = [first]
  if (random.chance(0.18)) {
    const newer = make(maker.name, originalShapes, 1.07)
    if (newer) {
      supersede(catalog, first, newer)
      group.push(newer)
    }
  }
  for (let left = random.int(1, 4); left > 0; left -= 1) {
    const { name: other, shapes } = random.pick(MAKERS_OF[part] ?? [])
    const analogue = make(other, shapes, random.int(35, 85) / 100)
    if (analogue) group.push(analogue)
  }
  addCrossReferences(catalog, group)
}

function addFamous(catalog: Builder) {
  for (const group of FAMOUS) {
    const products = group.map(({ brand, article, name, part, kind }, index) => {
      const [, , , from = 100] = PARTS[part] ?? []
      return addProduct(catalog, brand, article, part, name, from * (kind === 'original' ? 260 : 150) + index * 1_730)
    })
    addCrossReferences(
      catalog,
      products.filter((product) => product !== undefined),
    )
  }
}

function addBrand(
  catalog: Builder,
  name: string,
  country: string,
  marks: { isOriginal?: boolean; isNew?: boolean } = {},
) {
  if (catalog.brandsByName.has(name)) return
  const key = brandKey(name)
  const brand = {
    id: catalog.brands.length + 1,
    name,
    key,
    slug: slugOf(key),
    isOriginal: false,
    isNew: false,
    ...marks,
  }
  catalog.brands.push(brand)
  catalog.brandsByName.set(name, brand)
  catalog.countries.set(name, country)
}

/** Adds brands with unusual spellings of a supplier's price list, which wait for verification. */
function addNewBrands(catalog: Builder) {
  for (const { brand: name, country, goods } of NEW_BRANDS) {
    addBrand(catalog, name, country, { isNew: true })
    for (const { article, name: goodsName, part } of goods) {
      const [, , , from = 100] = PARTS[part] ?? []
      addProduct(catalog, name, article, part, goodsName, from * 150)
    }
  }
}

const COUNTRIES: Record<string, string> = { SHELL: 'Германия', MOBIL: 'Франция', VARTA: 'Чехия', MUTLU: 'Турция' }

/** Adds motor oils and batteries after everything else, so that the other products keep their numbers. */
function addOilsAndBatteries(catalog: Builder) {
  const add = (
    brand: string,
    article: string,
    name: string,
    { roubles, grams }: Record<'roubles' | 'grams', number>,
  ) => {
    addBrand(catalog, brand, COUNTRIES[brand] ?? 'Россия')
    const product = addProduct(catalog, brand, article, 0, name, roubles * 100)
    if (product) product.weight = grams
  }
  for (const { brand, series, viscosity, litre, packs } of OILS)
    for (const [litres, article] of packs)
      add(brand, article, `Масло моторное ${series} ${viscosity}, ${litres} л`, {
        roubles: litres * litre,
        grams: litres * 900,
      })
  for (const { brand, series, types } of BATTERIES)
    for (const [hours, start, article, roubles] of types)
      add(brand, article, `Аккумулятор ${series} ${hours} А·ч, ${start} А, обратная полярность`, {
        roubles,
        grams: hours * 240,
      })
}

/** Builds about 50,000 items with realistic numbers, deterministically. */
export function buildCatalog(): DemoCatalog {
  const catalog: Builder = {
    brands: [],
    products: [],
    crosses: [],
    random: createRandom(26),
    brandsByName: new Map(),
    countries: new Map(),
    taken: new Set(),
  }
  for (const { name, country } of CAR_MAKERS) addBrand(catalog, name, country, { isOriginal: true })
  for (const { name, country } of PART_MAKERS) addBrand(catalog, name, country)
  addFamous(catalog)
  for (let left = CONCEPTS; left > 0; left -= 1) addConcept(catalog)
  addNewBrands(catalog)
  addOilsAndBatteries(catalog)
  return catalog
}
