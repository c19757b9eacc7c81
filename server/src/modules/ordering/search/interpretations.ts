import { articleKey, looseFromKey } from '@artikul/contract/catalog/article'
import { isGtin } from '@artikul/contract/catalog/gtin'
import { brandKey } from '@artikul/contract/catalog/brand'
import type { MatchReason } from '@artikul/contract/ordering/search'
import type { BrandKeys } from '../../catalog/index.ts'

/** Possible intended spelling of an article that was not found as typed; the first one found is used. */
export interface Interpretation {
  match_reason: MatchReason
  key: string
  /** True when the key refers to the loose column. */
  isLoose?: true
  brandId?: number
}

const MAX_INTERPRETATIONS = 24
const SHORTEST_KEY = 3
const SHORTEST_GLUED_BRAND = 2
const LONGEST_BRAND_WORDS = 4

const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю'
const TO_LATIN = new Map(Array.from(RUSSIAN_KEYS).map((letter, at) => [letter, LATIN_KEYS.charAt(at)]))
const TO_RUSSIAN = new Map(Array.from(LATIN_KEYS).map((letter, at) => [letter, RUSSIAN_KEYS.charAt(at)]))

const pressed = (text: string, layout: ReadonlyMap<string, string>) =>
  Array.from(text.toLowerCase(), (letter) => layout.get(letter) ?? letter).join('')

/** Converts the text to the other keyboard layout: «щс90» → «oc90». */
export function otherLayout(text: string): string | null {
  if (/[а-яё]/i.test(text)) return pressed(text, TO_LATIN)
  return /[a-z]/i.test(text) ? pressed(text, TO_RUSSIAN) : null
}

const wordsBetween = (text: string) => text.split(/[\s,;:]+/).filter(Boolean)

/**
 * «KYB 333114», «333114 kyb», «Mann-Filter W 712/75»: yields the brand as one to four words at either end, the longest
 * first.
 */
function* brandWords(text: string, brands: BrandKeys): Generator<Interpretation> {
  const words = wordsBetween(text)
  for (let count = Math.min(LONGEST_BRAND_WORDS, words.length - 1); count > 0; count -= 1)
    for (const [brand, rest] of [
      [words.slice(0, count), words.slice(count)],
      [words.slice(-count), words.slice(0, -count)],
    ] as const)
      yield* ofBrand(brands.get(brandKey(brand.join(' '))), articleKey(rest.join('')))
}

const MAX_BRANDS_NAMED = 2

/** Finds makers among other words in any position, the longest spellings first: «масло liqui moly 5w30». */
export function brandsNamed(text: string, brands: BrandKeys): { brandIds: readonly number[]; rest: string }[] {
  const words = wordsBetween(text)
  const named = []
  for (let count = Math.min(LONGEST_BRAND_WORDS, words.length - 1); count > 0; count -= 1)
    for (let at = 0; at + count <= words.length; at += 1) {
      const brandIds = brands.get(brandKey(words.slice(at, at + count).join(' ')))
      if (brandIds?.length) named.push({ brandIds, rest: words.toSpliced(at, count).join(' ') })
    }
  return named.slice(0, MAX_BRANDS_NAMED)
}

/** Yields forms of a number without leading zeros or «A» next to the maker's name. */
function* brandAndForms(text: string, brands: BrandKeys): Generator<Interpretation> {
  const named = [...brandWords(text, brands)]
  yield* named
  for (const { key, brandId } of named)
    for (const form of otherForms(key))
      if (brandId !== undefined) yield { match_reason: 'brand', key: form.key, brandId }
}

/** «KYB333114», «333114KYB»: without a separator, the longest known brand is tried first. */
function* gluedBrand(key: string, brands: BrandKeys): Generator<Interpretation> {
  for (let length = key.length - SHORTEST_KEY; length >= SHORTEST_GLUED_BRAND; length -= 1) {
    yield* ofBrand(brands.get(key.slice(0, length)), key.slice(length))
    yield* ofBrand(brands.get(key.slice(-length)), key.slice(0, -length))
  }
}

function* ofBrand(brandIds: readonly number[] = [], key: string): Generator<Interpretation> {
  if (key.length < SHORTEST_KEY || !/\d/.test(key)) return
  for (const brandId of brandIds) yield { match_reason: 'brand', key, brandId }
}

function* inOtherLayout(text: string, brands: BrandKeys): Generator<Interpretation> {
  const typed = otherLayout(text)
  if (typed === null) return
  const key = articleKey(typed)
  if (key.length >= SHORTEST_KEY) yield { match_reason: 'layout', key }
  for (const reading of brandWords(typed, brands)) yield { ...reading, match_reason: 'layout' }
}

/**
 * Yields forms that catalogues and people write differently: zeros removed by a spreadsheet, Mercedes's «A», a suffix
 * for "no colour".
 */
function* otherForms(key: string): Generator<Interpretation> {
  if (/^0\d{4,}$/.test(key)) yield { match_reason: 'zeros', key: key.replace(/^0+/, '') }
  if (/^[1-9][0-9A-Z]{4,}$/.test(key))
    for (const zeros of ['0', '00']) yield { match_reason: 'zeros', key: zeros + key }
  if (/^[1-9]\d{9}$/.test(key)) yield { match_reason: 'letter', key: `A${key}` }
  if (/^A\d{10}$/.test(key)) yield { match_reason: 'letter', key: key.slice(1) }
  if (/^[0-9A-Z]{8,}00$/.test(key)) yield { match_reason: 'zeros', key: key.slice(0, -2) }
  if (/^[0-9A-Z]{8,}$/.test(key)) yield { match_reason: 'zeros', key: `${key}00` }
}

function* all(text: string, brands: BrandKeys): Generator<Interpretation> {
  const key = articleKey(text)
  if (isGtin(key)) yield { match_reason: 'barcode', key }
  yield* brandAndForms(text, brands)
  yield* gluedBrand(key, brands)
  yield* inOtherLayout(text, brands)
  yield* otherForms(key)
  // Loose keys are never merged with strict ones, so they come last.
  const loose = looseFromKey(key)
  yield { match_reason: 'look_alikes', key: loose, isLoose: true }
  if (loose !== key) yield { match_reason: 'look_alikes', key: loose }
}

/** Several words without a digit name goods: an article that is written so is found by its own key. */
const isWords = (text: string) => !/\d/.test(text) && wordsBetween(text).length > 1

/** Lists the likely readings of the typed text as an article, most likely first; none of words. */
export function interpretationsOf(text: string, brands: BrandKeys): Interpretation[] {
  if (isWords(text)) return []
  const own = articleKey(text)
  const readings = new Map<string, Interpretation>()
  for (const reading of all(text, brands)) {
    const { match_reason, key, brandId, isLoose } = reading
    const isOwn = key === own && brandId === undefined && match_reason !== 'barcode' && !isLoose
    const name = `${match_reason === 'barcode' ? 'barcode ' : ''}${isLoose ? 'loose ' : ''}${key} ${brandId ?? ''}`
    if (!isOwn && !readings.has(name)) readings.set(name, reading)
  }
  const list = [...readings.values()]
  const loose = list.filter(({ match_reason }) => match_reason === 'look_alikes')
  return [
    ...list.filter(({ match_reason }) => match_reason !== 'look_alikes').slice(0, MAX_INTERPRETATIONS - loose.length),
    ...loose,
  ]
}
