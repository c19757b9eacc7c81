import { articleKey } from '@artikul/contract/catalog/article'
import { MAX_NAMED, type Correction, type Suggestion } from '@artikul/contract/ordering/search'
import type { Sql } from '../../../platform/db/index.ts'
import { selectOffersByName, selectSuggestions, type BrandKeys, type OfferRow } from '../../catalog/index.ts'
import { brandsNamed, otherLayout } from './interpretations.ts'
import { correctWords, unknownWords } from './typos.ts'

const SHORTEST_WORD = 3
/** Shortest word next to a maker's name: «5w40» is sufficient there. */
const SHORTEST_WITH_BRAND = 2

/** Extracts words that a name may contain; a text without letters is a number. */
function wordsOf(text: string, shortest = SHORTEST_WORD): string[] {
  // Viscosity is written «5W-30» and «5W30» (SAE J300).
  const spread = text.toLowerCase().replace(/(\d{1,2}w)(?=\d{2})/g, '$1 ')
  const words = spread.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.some((word) => word.length >= shortest && /\p{L}/u.test(word)) ? words : []
}

/** Converts words to the other keyboard layout; words with digits stay: «vfckj 5w-40» is «масло 5w-40». */
const withWordsInOtherLayout = (text: string): string =>
  text
    .split(/\s+/)
    .map((word) => (/\d/.test(word) ? word : (otherLayout(word) ?? word)))
    .join(' ')

interface Named {
  rows: OfferRow[]
  corrected: Correction[]
}

/**
 * Selects products by words of their names: as typed, else in the other keyboard layout, else with misspelt words
 * corrected. Words are corrected only when both layouts contain one that occurs in no name.
 * @param brandIds makers to search; null for all
 */
async function selectNamed(driver: Sql, text: string, brandIds: readonly number[] | null): Promise<Named> {
  const shortest = brandIds === null ? SHORTEST_WORD : SHORTEST_WITH_BRAND
  const select = (words: readonly string[]) => selectOffersByName(driver, { words, brandIds }, MAX_NAMED)
  const typed = wordsOf(text, shortest)
  const rows = typed.length === 0 ? [] : await select(typed)
  if (rows.length > 0) return { rows, corrected: [] }
  const otherwise = wordsOf(withWordsInOtherLayout(text), shortest)
  const readings = [typed, otherwise].filter((words) => words.length > 0)
  const unknown = await unknownWords(driver, readings.flat())
  const isKnown = (words: readonly string[]) => words.length > 0 && !words.some((word) => unknown.has(word))
  if (isKnown(otherwise)) return { rows: await select(otherwise), corrected: [] }
  if (isKnown(typed)) return { rows: [], corrected: [] }
  for (const words of readings) {
    const read = await correctWords(driver, words, unknown)
    if (read) return { rows: await select(read.words), corrected: read.corrected }
  }
  return { rows: [], corrected: [] }
}

/**
 * «castrol масло 5w40»: with a named maker, searches its products; without a match, all words are searched in names.
 */
export async function selectByWords(driver: Sql, brands: BrandKeys, text: string): Promise<Named> {
  for (const { brandIds, rest } of brandsNamed(text, brands)) {
    const found = await selectNamed(driver, rest, brandIds)
    if (found.rows.length > 0) return found
  }
  return selectNamed(driver, text, null)
}

const MAX_SUGGESTED = 8
const SHORTEST_BEGINNING = 3

/** «фильтр ма»: drops the unfinished last word, which occurs in no name by itself. */
function wordsTyped(text: string): string[] {
  const words = wordsOf(text)
  const isBegun = words.length > 1 && /\p{L}$/u.test(text) && (words.at(-1)?.length ?? 0) < SHORTEST_WORD
  return isBegun ? words.slice(0, -1) : words
}

/** Suggests completions: articles with the typed start, then names with the words, with typos corrected. */
export async function suggestWords(driver: Sql, text: string): Promise<Suggestion[]> {
  const key = articleKey(text)
  if (key.length < SHORTEST_BEGINNING) return []
  const words = wordsTyped(text)
  const unknown = await unknownWords(driver, words)
  const read = unknown.size === 0 ? { words } : await correctWords(driver, words, unknown)
  return selectSuggestions(driver, key, read?.words ?? [], MAX_SUGGESTED)
}
