import { brandKey } from '@artikul/contract/catalog/brand'
import { slugOf } from '@artikul/contract/catalog/slug'
import { strideOver, type Block } from './trade-shape.ts'
import { AFTERMARKET_MAKERS, ORIGINAL_MAKERS, SMALL_MAKERS, type Maker } from './trade-words.data.ts'

export interface Brand extends Maker {
  id: number
  key: string
  slug: string
  isOriginal: boolean
}

function smallMakers(): Maker[] {
  const { beginnings, ends, countries, shapes } = SMALL_MAKERS
  return beginnings.flatMap((beginning, row) =>
    ends.map((end, column): Maker => {
      const at = row * ends.length + column
      const mark = `${beginning.slice(0, 2)}${end.charAt(0)}`
      return {
        name: `${beginning}${end}`,
        country: countries[at % countries.length] ?? '',
        shapes: [`${mark}${shapes[at % shapes.length] ?? ''}`, `${end.charAt(0)}#-### ### ###`],
      }
    }),
  )
}

/** All makers, car makers first, each kind by size. */
export const BRANDS: Brand[] = [...ORIGINAL_MAKERS, ...AFTERMARKET_MAKERS, ...smallMakers()].map((maker, index) => {
  const key = brandKey(maker.name)
  return { ...maker, id: index + 1, key, slug: slugOf(key), isOriginal: index < ORIGINAL_MAKERS.length }
})

const SLOTS = 4096
/** Brand numbers distributed by Zipf's law: a random slot yields a maker. */
function popularity(from: number, to: number): Uint16Array {
  const weights = Array.from({ length: to - from }, (_, rank) => 1 / (rank + 3))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const slots = new Uint16Array(SLOTS)
  let sum = 0
  let slot = 0
  for (const [rank, weight] of weights.entries()) {
    sum += weight
    while (slot < SLOTS && slot < (sum / total) * SLOTS) slots[slot++] = from + rank
  }
  return slots
}
const originals = popularity(0, ORIGINAL_MAKERS.length)
const others = popularity(ORIGINAL_MAKERS.length, BRANDS.length)
export const originalBy = (random: number) => originals[random % SLOTS] ?? 0
export const aftermarketBy = (random: number) => others[random % SLOTS] ?? ORIGINAL_MAKERS.length

const LETTERS = 'ABCDEFGHJKLMNPRSTUVWXYZ'
/** Products of two integers below this value are exact. */
const WIDEST = 2 ** 26

interface Numbers {
  shape: string
  /** number of different values that its places from the right can hold */
  capacity: number
  stride: number
  taken: number
}

function numbersOf(shape: string): Numbers {
  let capacity = 1
  for (const sign of Array.from(shape).reverse()) {
    const radix = sign === '#' ? 10 : sign === '@' ? LETTERS.length : 1
    if (capacity * radix > WIDEST) break
    capacity *= radix
  }
  return { shape, capacity, stride: strideOver(capacity), taken: 0 }
}

/** Writes `value` into the places of the shape from the right; places beyond the capacity encode the kind of part. */
function writeNumber({ shape, capacity }: Numbers, value: number, kind: number): string {
  let left = value
  let room = capacity
  let rest = kind
  let text = ''
  for (let at = shape.length - 1; at >= 0; at -= 1) {
    const sign = shape.charAt(at)
    const radix = sign === '#' ? 10 : sign === '@' ? LETTERS.length : 0
    if (radix === 0) {
      text = sign + text
      continue
    }
    const isNumber = room >= radix
    const place = (isNumber ? left : rest) % radix
    if (isNumber) left = Math.floor(left / radix)
    else rest = Math.floor(rest / radix) + 7
    room = isNumber ? room / radix : 1
    text = (sign === '#' ? String(place) : LETTERS.charAt(place)) + text
  }
  return text
}

/** Assigns article numbers of a block: no two blocks and no two parts of a maker ever share one. */
export function numbering({ index, of }: Block) {
  const byBrand = new Map<number, Numbers[]>()
  return (brand: number, random: number, kind: number): string => {
    const shapes = byBrand.get(brand) ?? (BRANDS[brand]?.shapes ?? []).map(numbersOf)
    byBrand.set(brand, shapes)
    for (let at = random % shapes.length; at < shapes.length; at += 1) {
      const numbers = shapes[at]
      const serial = (numbers?.taken ?? 0) * of + index
      if (!numbers || serial >= numbers.capacity) continue
      numbers.taken += 1
      return writeNumber(numbers, (serial * numbers.stride) % numbers.capacity, kind)
    }
    throw new RangeError(`${BRANDS[brand]?.name ?? ''} has no numbers left`)
  }
}
