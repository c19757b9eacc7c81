import { articleKey } from '@artikul/contract/catalog/article'
import { brandKey } from '@artikul/contract/catalog/brand'
import type { BrandSource } from '@artikul/contract/suppliers/price-list'
import type { Db } from '../../../platform/db/index.ts'
import { selectBrandsByKeys } from '../../catalog/index.ts'
import { selectMakerOfArticles } from './settings.queries.ts'

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

/** Texts of a list without a column of makers that may name them. */
export interface BrandHints {
  fileName: string
  titles: readonly string[]
  /** Texts of rows of a single cell. */
  groups: readonly string[]
  articles: readonly string[]
}

/** Share of the groups that must be known makers: other groups would become makers too. */
const MIN_KNOWN_GROUPS = 0.9
/** Share of the articles that one maker must have. */
const MIN_KNOWN_ARTICLES = 0.5

/**
 * Finds the maker of a list that has no column of makers: known makers as groups, a known one in the file's name or its
 * titles, else the one whose products have most of its articles. The brand of groups is empty.
 */
export async function proposeBrand(
  db: Db,
  { fileName, titles, groups, articles }: BrandHints,
): Promise<BrandProposal | null> {
  const groupKeys = [...new Set(groups.map(brandKey).filter(Boolean))]
  const known = groupKeys.length === 0 ? [] : await selectBrandsByKeys(db, groupKeys)
  const knownCount = new Set(known.map(({ key }) => key)).size
  if (groupKeys.length > 0 && knownCount >= groupKeys.length * MIN_KNOWN_GROUPS) return { brand: '', source: 'groups' }
  const places = [
    ['file_name', fileName.replace(/\.\w{2,4}$/, '')],
    ['titles', titles.join(' ')],
  ] as const
  for (const [source, text] of places) {
    const [longest] = (await selectBrandsByKeys(db, keysIn(text))).toSorted((a, b) => b.key.length - a.key.length)
    if (longest !== undefined) return { brand: longest.name, source }
  }
  const keys = articles.map(articleKey).filter(Boolean)
  const maker = keys.length === 0 ? undefined : await selectMakerOfArticles(db, keys)
  return maker && maker.count >= keys.length * MIN_KNOWN_ARTICLES ? { brand: maker.name, source: 'products' } : null
}
