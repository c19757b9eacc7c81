import { slugOf } from '@artikul/contract/catalog/slug'
import { articleKey, looseArticleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import { OILS } from './part-pictures.data.ts'
import { createRandom, fillShape, type Random } from './random.ts'
import {
  AFTERMARKET_BRANDS,
  FAMOUS,
  NEW_BRANDS,
  ORIGINAL_BRANDS,
  PARTS,
  VEHICLES,
  type BrandShape,
} from './vocabulary.data.ts'

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
  shapes: Map<string, BrandShape>
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
  const brand = catalog.brands.find((one) => one.name === brandName)
  const shape = catalog.shapes.get(brandName)
  const [, unit = 'шт', weight = 100, , , multiplicity = 1] = PARTS[part] ?? []
  const key = articleKey(article)
  const code = `${brand?.slug ?? ''}-${slugOf(key)}`
  if (!brand || !shape || catalog.taken.has(code)) return undefined
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
    country: shape.country,
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

/** Adds one part of one car: its original number, sometimes a newer one, and products of other makers. */
function addConcept(catalog: Builder) {
  const { random } = catalog
  const part = random.int(0, PARTS.length - 1)
  const [name = '', , , from = 100, to = 1000] = PARTS[part] ?? []
  const priceKop = random.int(from, Math.round((from + to) / 2)) * 100 + random.int(0, 99)
  const vehicle = random.pick(VEHICLES)
  const original = random.pick(ORIGINAL_BRANDS)
  const make = (brand: BrandShape, share: number) =>
    addProduct(
      catalog,
      brand.name,
      fillShape(random.pick(brand.shapes), random),
      part,
      `${name} ${vehicle}`,
      Math.round(priceKop * share),
    )
  const first = make(original, 1)
  if (!first) return
  const group = [first]
  if (random.chance(0.18)) {
    const newer = make(original, 1.07)
    if (newer) {
      supersede(catalog, first, newer)
      group.push(newer)
    }
  }
  for (let left = random.int(1, 4); left > 0; left -= 1) {
    const analogue = make(random.pick(AFTERMARKET_BRANDS), random.int(35, 85) / 100)
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

/** Adds brands with unusual spellings of a supplier's price list, which wait for verification. */
function addNewBrands(catalog: Builder) {
  for (const { brand: name, country, goods } of NEW_BRANDS) {
    const key = brandKey(name)
    catalog.brands.push({
      id: catalog.brands.length + 1,
      name,
      key,
      slug: slugOf(key),
      isOriginal: false,
      isNew: true,
    })
    catalog.shapes.set(name, { name, country, shapes: [] })
    for (const { article, name: goodsName, part } of goods) {
      const [, , , from = 100] = PARTS[part] ?? []
      addProduct(catalog, name, article, part, goodsName, from * 150)
    }
  }
}

/** Adds motor oils of two makers after everything else, so that the other products keep their numbers. */
function addOils(catalog: Builder) {
  for (const [at, { brand: name, series, viscosity, litres }] of OILS.entries()) {
    if (!catalog.shapes.has(name)) {
      const key = brandKey(name)
      const id = catalog.brands.length + 1
      catalog.brands.push({ id, name, key, slug: slugOf(key), isOriginal: false, isNew: false })
      catalog.shapes.set(name, { name, country: 'Россия', shapes: [] })
    }
    for (const litre of litres) {
      const article = `M${at + 1}0${String(litre).padStart(2, '0')}`
      const title = `Масло моторное ${series} ${viscosity}, ${litre} л`
      const product = addProduct(catalog, name, article, 0, title, litre * 52_000)
      if (product) product.weight = litre * 900
    }
  }
}

/** Builds about 50,000 items with realistic numbers, deterministically. */
export function buildCatalog(): DemoCatalog {
  const makers = [...ORIGINAL_BRANDS, ...AFTERMARKET_BRANDS]
  const brands = makers.map(({ name }, index): DemoBrand => {
    const key = brandKey(name)
    return { id: index + 1, name, key, slug: slugOf(key), isOriginal: index < ORIGINAL_BRANDS.length, isNew: false }
  })
  const shapes = new Map(makers.map((maker) => [maker.name, maker]))
  const catalog: Builder = { brands, products: [], crosses: [], random: createRandom(26), shapes, taken: new Set() }
  addFamous(catalog)
  for (let left = CONCEPTS; left > 0; left -= 1) addConcept(catalog)
  addNewBrands(catalog)
  addOils(catalog)
  return catalog
}
