import { bareBrand, brandKey } from '@artikul/contract/catalog/brand'
import type { NearBrand } from '@artikul/contract/catalog/brands'
import { brandIdsOf, type BrandKeys } from '../products/index.ts'

/** Brand under one of its spellings; `slug` is its Latin form, empty when there is none. */
export interface Spelled {
  id: number
  name: string
  key: string
  slug: string
}

const SHOWN = 3
const SHORTEST_PART = 4
const RANK = { encoding: 0, typo: 1, part: 3 } as const

/**
 * Encodes the letters of a text as bits: texts whose bits differ by more than two per typo are not compared further.
 */
function signatureOf(text: string): number {
  let bits = 0
  for (let at = 0; at < text.length; at += 1) bits |= 1 << (text.charCodeAt(at) % 31)
  return bits
}

function bitsOf(number: number): number {
  let count = 0
  for (let left = number; left !== 0; left &= left - 1) count += 1
  return count
}

/** Allowed typos by length: none for three letters, more for long names. */
const maxTypos = (length: number) => (length < 4 ? 0 : length < 6 ? 1 : 2)

/** Row length of the comparison table; names are short. */
const LONGEST = 128
let [twoBefore, before, row] = [0, 1, 2].map(() => new Uint8Array(LONGEST + 1)) as [Uint8Array, Uint8Array, Uint8Array]

/**
 * Counts typos between two texts: inserted, omitted, replaced or transposed letters.
 * @returns their number, or `most + 1` when there are more
 */
export function slipsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most || other.length > LONGEST) return most + 1
  for (let at = 0; at <= other.length; at += 1) before[at] = at
  for (let line = 1; line <= one.length; line += 1) {
    const least = fillRow(one, other, line)
    if (least > most) return most + 1
    ;[twoBefore, before, row] = [before, row, twoBefore]
  }
  return Math.min(before[other.length] ?? 0, most + 1)
}

/** Fills a row and returns its minimum. */
function fillRow(one: string, other: string, line: number): number {
  const letter = one.charCodeAt(line - 1)
  let least = line
  row[0] = line
  for (let at = 1; at <= other.length; at += 1) {
    const isSame = letter === other.charCodeAt(at - 1)
    let slips = Math.min((row[at - 1] ?? 0) + 1, (before[at] ?? 0) + 1, (before[at - 1] ?? 0) + (isSame ? 0 : 1))
    const isSwapped =
      line > 1 && at > 1 && letter === other.charCodeAt(at - 2) && one.charCodeAt(line - 2) === other.charCodeAt(at - 1)
    if (isSwapped) slips = Math.min(slips, (twoBefore[at - 2] ?? 0) + 1)
    row[at] = slips
    if (slips < least) least = slips
  }
  return least
}

interface Prepared extends Spelled {
  text: string
  bits: number
}

interface Likely {
  rank: number
  near: NearBrand
}

const isPart = (text: string, of: string) =>
  text.length >= SHORTEST_PART && of.length > text.length && of.startsWith(text)

function likenessOf(text: string, bits: number, known: Prepared): Likely | null {
  const { id, name } = known
  const most = maxTypos(Math.min(text.length, known.text.length))
  if (Math.abs(text.length - known.text.length) <= most && bitsOf(bits ^ known.bits) <= 2 * most) {
    const slips = slipsBetween(text, known.text, most)
    if (slips <= most) return { rank: RANK.typo + slips / 3, near: { id, name, likeness: 'typo' } }
  }
  if (!isPart(known.text, text) && !isPart(text, known.text)) return null
  const shared = Math.min(text.length, known.text.length) / Math.max(text.length, known.text.length)
  return { rank: RANK.part - shared, near: { id, name, likeness: 'part' } }
}

/** Sorts by likelihood and removes repeated brands. */
function best(likely: readonly Likely[]): NearBrand[] {
  const byBrand = new Map<number, NearBrand>()
  for (const { near } of likely.toSorted((one, other) => one.rank - other.rank))
    if (!byBrand.has(near.id)) byBrand.set(near.id, near)
  return [...byBrand.values()].slice(0, SHOWN)
}

/** Creates a function that finds known brands of which an unknown one may be a spelling. */
export function createNearest(known: readonly Spelled[]): (unknown: Spelled) => NearBrand[] {
  const keys: BrandKeys = new Map(known.map(({ key, id }) => [key, [id]]))
  const names = new Map(known.map(({ id, name }) => [id, name]))
  const prepared = known.flatMap((one): Prepared[] =>
    [...new Set([one.key, one.slug.toUpperCase()])]
      .filter((text) => text !== '')
      .map((text) => ({ ...one, text, bits: signatureOf(text) })),
  )
  return ({ name, key, slug }) => {
    const spoilt = brandIdsOf(name, keys).map((id): Likely => ({
      rank: RANK.encoding,
      near: { id, name: names.get(id) ?? '', likeness: 'encoding' },
    }))
    const texts = [...new Set([key, slug.toUpperCase(), brandKey(bareBrand(name))])]
    const alike = texts.flatMap((text) => {
      const bits = signatureOf(text)
      return prepared.flatMap((one) => likenessOf(text, bits, one) ?? [])
    })
    return best([...spoilt, ...alike])
  }
}
