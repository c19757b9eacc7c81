import { articleKey, looseFromKey } from '@artikul/contract/catalog/article'
import { slugOf } from '@artikul/contract/catalog/slug'
import { PARTS, VEHICLES } from '../../../server/src/demo/vocabulary.data.ts'
import { aftermarketBy, BRANDS, numbering, originalBy } from './trade-makers.ts'
import { idsOf, mix, mixShare, WAREHOUSES, type Block, type Group, type TradeSize } from './trade-shape.ts'
import { QUALIFIERS } from './trade-words.data.ts'

/** Fixed write time, so that the same seed gives the same rows. */
const WRITTEN_AT = '2026-01-12 06:00:00+00'

/** Purposes of a row's random numbers. */
const FOR = { part: 1, vehicle: 2, maker: 3, shape: 4, name: 5, barcode: 6, price: 7, offers: 8, shelf: 9, stock: 10 }

export const COLUMNS = {
  brands: ['id', 'name', 'key', 'slug', 'is_original'],
  products: ['id', 'brand_id', 'article', 'article_key', 'loose_key', 'code', 'name', 'unit', 'multiplicity'].concat([
    ...['weight_g', 'barcode', 'country', 'created_at'],
  ]),
  offers: ['id', 'product_id', 'warehouse_id', 'purchase_kop', 'on_hand', 'tracked', 'qty_exact', 'qty_text'].concat([
    ...['multiplicity', 'term_days', 'updated_at'],
  ]),
  cross_references: ['product_id', 'related_product_id', 'kind', 'source'],
}

/** COPY text of all makers. */
export const brandRows = () =>
  BRANDS.map((brand) => [brand.id, brand.name, brand.key, brand.slug, brand.isOriginal].join('\t') + '\n')

/** Appends the check digit of EAN-13 to twelve digits. */
export function withCheckDigit(digits: string): string {
  let sum = 0
  for (let at = 0; at < 12; at += 1) sum += Number(digits.charAt(at)) * (at % 2 === 0 ? 1 : 3)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const partOf = (seed: number, group: number) => mix(seed, group, FOR.part) % PARTS.length

/** A group is identified by its first product, regardless of the block. */
const groupKey = (block: Block, group: Group) => block.firstItem + group.start

/** Chooses the makers of a group: its chain is of one car maker, and the other makers do not repeat. */
function makersOf(seed: number, key: number, { size, chain }: Group): number[] {
  const original = originalBy(mix(seed, key, FOR.maker))
  const makers = Array<number>(chain).fill(original)
  for (let attempt = 1; makers.length < size; attempt += 1) {
    const maker = aftermarketBy(mix(seed, key, FOR.maker + attempt * 64))
    if (!makers.includes(maker)) makers.push(maker)
  }
  // Half of the parts made by a single maker are aftermarket parts.
  if (size === 1 && mix(seed, key, FOR.shape) % 2 === 0) makers[0] = aftermarketBy(mix(seed, key, FOR.maker + 64))
  return makers
}

function productRow(seed: number, id: number, brand: number, article: string, key: number): string {
  const maker = BRANDS[brand]
  const [part = '', unit = 'шт', weight = 100, , , multiplicity = 1] = PARTS[partOf(seed, key)] ?? []
  const strict = articleKey(article)
  const qualifier = QUALIFIERS[mix(seed, id, FOR.name) % QUALIFIERS.length] ?? ''
  const since = 1998 + (mix(seed, key, FOR.name) % 24)
  const car = `${VEHICLES[mix(seed, key, FOR.vehicle) % VEHICLES.length] ?? ''} ${since}-`
  const name = qualifier === '' ? `${part} ${car}` : `${part} ${car} ${qualifier}`
  const hasBarcode = mix(seed, id, FOR.barcode) % 100 < 55
  const barcode = hasBarcode ? withCheckDigit(`${460 + (brand % 10)}${String(id).padStart(9, '0')}`) : '\\N'
  const code = `${maker?.slug ?? ''}-${slugOf(strict)}`
  return `${id}\t${brand + 1}\t${article}\t${strict}\t${looseFromKey(strict)}\t${code}\t${name}\t${unit}\t${multiplicity}\t${weight}\t${barcode}\t${maker?.country ?? '\\N'}\t${WRITTEN_AT}\n`
}

/** COPY text of the block's products, in the order of ids; numbers are assigned group by group. */
export function productRows({ seed }: TradeSize, block: Block): string[] {
  const ids = idsOf(block)
  const rows = Array<string>(block.items)
  const give = numbering(block)
  for (const group of block.layout.groups) {
    const key = groupKey(block, group)
    for (const [member, brand] of makersOf(seed, key, group).entries()) {
      const id = ids[group.start + member] ?? 0
      const article = give(brand, mix(seed, id, FOR.shape), partOf(seed, key))
      rows[id - block.firstItem - 1] = productRow(seed, id, brand, article, key)
    }
  }
  return rows
}

/** COPY text of the block's cross references: the chain of the car's maker, and every two makers in both directions. */
export function* crossRows({ seed }: TradeSize, block: Block): Generator<string> {
  const ids = idsOf(block)
  let left = block.pairs
  const source = (id: number) =>
    mix(seed, id, FOR.stock) % 3 === 0 ? 'Прайс-лист поставщика' : 'Каталог производителя'
  for (const { start, size, chain } of block.layout.groups)
    for (let one = 0; one < size; one += 1)
      for (let other = one + 1; other < size; other += 1) {
        const isChain = other < chain
        if (left === 0 || (isChain && other !== one + 1)) continue
        left -= 1
        const newer = ids[start + one] ?? 0
        const older = ids[start + other] ?? 0
        const [forth, back] = isChain ? ['replaces', 'replaced_by'] : ['analogue', 'analogue']
        yield `${newer}\t${older}\t${forth}\t${source(older)}\n${older}\t${newer}\t${back}\t${source(older)}\n`
      }
}

/** Number of offers per hundred items: from none to eleven, four on average. */
const OFFERS = [6, 9, 13, 15, 17, 14, 11, 7, 4, 2, 1, 1].flatMap((share, many) => Array<number>(share).fill(many))
const OFFERS_MEAN = OFFERS.reduce((sum, many) => sum + many, 0) / OFFERS.length
/** Popular goods have more offers, to make up for sold-out goods and chains displayed step by step. */
const POPULAR = 1.1

/** Assigns the number of warehouses per product of the block; the total equals the block's requirement. */
function offerCounts({ seed }: TradeSize, block: Block): Uint8Array {
  const counts = new Uint8Array(block.items)
  const scale = block.offers / block.items / OFFERS_MEAN
  const popular = block.layout.groups.reduce((sum, { size }) => (size > 1 ? sum + size : sum), 0)
  const rest = (block.items - popular * POPULAR) / Math.max(1, block.items - popular)
  let total = 0
  for (const { start, size } of block.layout.groups)
    for (let position = start; position < start + size; position += 1) {
      const n = block.firstItem + position
      const mean = (OFFERS[mix(seed, n, FOR.offers) % OFFERS.length] ?? 0) * scale * (size > 1 ? POPULAR : rest)
      const many = Math.min(WAREHOUSES, Math.floor(Math.max(0, mean) + mixShare(seed, n, FOR.shelf)))
      counts[position] = many
      total += many
    }
  // The remainder is adjusted at the tail, with the rarely requested parts.
  for (let position = block.items - 1; total !== block.offers; position -= 1) {
    if (position < 0) position = block.items - 1
    const step = total < block.offers ? 1 : -1
    const many = (counts[position] ?? 0) + step
    if (many < 0 || many > WAREHOUSES) continue
    counts[position] = many
    total += step
  }
  return counts
}

const SHELVES = 1024
/** Maps a random shelf and a count of offers to warehouses: larger ones occur more often. */
function shelves(ownShare: number): Uint32Array {
  const masks = new Uint32Array(SHELVES * (WAREHOUSES + 1))
  for (let shelf = 0; shelf < SHELVES; shelf += 1) {
    const order = Array.from({ length: WAREHOUSES }, (_, warehouse) => {
      const weight = isOwn(warehouse + 1) ? ownShare / (warehouse + 1) : 1 / (warehouse + 2)
      return { warehouse, turn: -Math.log(mixShare(7, shelf * WAREHOUSES + warehouse, 1) + 1e-9) / weight }
    }).sort((a, b) => a.turn - b.turn)
    for (const [rank, { warehouse }] of order.entries()) {
      const at = shelf * (WAREHOUSES + 1) + rank
      masks[at + 1] = (masks[at] ?? 0) | (1 << warehouse)
    }
  }
  return masks
}

/** The first three warehouses are the seller's own; lists of the last three name a term on every line. */
export const isOwn = (warehouse: number) => warehouse <= 3
const saysTerms = (warehouse: number) => warehouse > WAREHOUSES - 3
const popularShelves = shelves(0.8)
const otherShelves = shelves(0.2)

function warehousesOf(size: TradeSize, block: Block): Uint32Array {
  const counts = offerCounts(size, block)
  const masks = new Uint32Array(block.items)
  for (const group of block.layout.groups) {
    const from = group.size > 1 ? popularShelves : otherShelves
    for (let position = group.start; position < group.start + group.size; position += 1) {
      const shelf = mix(size.seed, block.firstItem + position, FOR.shelf) % SHELVES
      masks[position] = from[shelf * (WAREHOUSES + 1) + (counts[position] ?? 0)] ?? 0
    }
  }
  return masks
}

/** Few pieces of most goods, many of some; uncounted stock of price lists is «>10» or «есть». */
function stockOf(random: number, own: boolean, multiplicity: number): [pieces: number, exact: string, text: string] {
  const kind = random % 100
  const pieces = (1 + Math.floor(60 * ((random >>> 8) / 16_777_216) ** 3)) * multiplicity
  if (kind < 4) return [0, 't', '0']
  if (own || kind < 70) return [pieces, 't', String(pieces)]
  const vague = (kind < 90 ? 10 : 100) * multiplicity
  return [vague, 'f', kind % 5 === 0 ? 'есть' : `>${vague}`]
}

/** Base price of a part around which its supply routes vary, kopecks: many cheap parts, few expensive ones. */
function basePrices({ seed }: TradeSize, block: Block): Int32Array {
  const prices = new Int32Array(block.items)
  for (const group of block.layout.groups) {
    const key = groupKey(block, group)
    const [, , , from = 100, to = 1000] = PARTS[partOf(seed, key)] ?? []
    const original = from * (to / from) ** mixShare(seed, key, FOR.price) * 100
    for (let member = 0; member < group.size; member += 1) {
      const share = member < group.chain ? 1 : 0.35 + mixShare(seed, key + member, FOR.price + 64) * 0.5
      prices[group.start + member] = Math.round(original * share)
    }
  }
  return prices
}

/** COPY text of the block's offers, warehouse by warehouse like price lists. */
export function* offerRows(size: TradeSize, block: Block): Generator<string> {
  const ids = idsOf(block)
  const masks = warehousesOf(size, block)
  const prices = basePrices(size, block)
  const multiplicities = new Uint8Array(block.items)
  for (const group of block.layout.groups)
    multiplicities.fill(
      PARTS[partOf(size.seed, groupKey(block, group))]?.[5] ?? 1,
      group.start,
      group.start + group.size,
    )
  let id = block.firstOffer
  for (let warehouse = 1; warehouse <= WAREHOUSES; warehouse += 1)
    for (let position = 0; position < block.items; position += 1) {
      if (((masks[position] ?? 0) & (1 << (warehouse - 1))) === 0) continue
      id += 1
      const random = mix(size.seed, id, FOR.stock)
      const many = multiplicities[position] ?? 1
      const [pieces, exact, text] = stockOf(random, isOwn(warehouse), many)
      const price = Math.max(1, Math.round((prices[position] ?? 100) * (0.88 + (random % 997) / 3323)))
      const days = saysTerms(warehouse) ? String(2 + (random % 19)) : '\\N'
      yield `${id}\t${ids[position] ?? 0}\t${warehouse}\t${price}\t${pieces}\t${isOwn(warehouse) ? 't' : 'f'}\t${exact}\t${text}\t${many}\t${days}\t${WRITTEN_AT}\n`
    }
}
