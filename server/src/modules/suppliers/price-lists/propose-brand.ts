import { brandKey } from '@artikul/contract/catalog/brand'
import type { BrandSource } from '@artikul/contract/suppliers/price-list'
import type { Db } from '../../../platform/db/index.ts'
import { selectLongestBrand } from './settings.queries.ts'

export interface BrandProposal {
  brand: string
  source: BrandSource
}

/** Words of a maker's name, such as «FEBI BILSTEIN». */
const MAX_WORDS = 3
/** Shorter keys are ordinary words or abbreviations. */
const SHORTEST_KEY = 3
const MAX_TEXT_WORDS = 200

/** Keys of all names of one to three words in the text. */
function keysIn(text: string): string[] {
  const words = (text.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_TEXT_WORDS)
  const names = words.flatMap((_, at) =>
    Array.from({ length: MAX_WORDS }, (_length, more) => words.slice(at, at + more + 1).join(' ')),
  )
  return [...new Set(names.map(brandKey))].filter((key) => key.length >= SHORTEST_KEY && /\D/.test(key))
}

/** Finds the maker of a list that has no column of makers: a known one in the file's name, else in its titles. */
export async function proposeBrand(
  db: Db,
  { fileName, titles }: { fileName: string; titles: readonly string[] },
): Promise<BrandProposal | null> {
  const places = [
    ['file_name', fileName.replace(/\.\w{2,4}$/, '')],
    ['titles', titles.join(' ')],
  ] as const
  for (const [source, text] of places) {
    const brand = await selectLongestBrand(db, keysIn(text))
    if (brand !== undefined) return { brand, source }
  }
  return null
}
