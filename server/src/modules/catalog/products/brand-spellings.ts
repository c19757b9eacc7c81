import { bareBrand, brandKey } from '@artikul/contract/catalog/brand'
import { decode, encode } from 'iconv-lite'
import { BRAND_FAMILIES } from './brand-families.data.ts'

/** Brand ids by the keys of all their spellings, most likely first. */
export type BrandKeys = ReadonlyMap<string, readonly number[]>

const FAMILIES = BRAND_FAMILIES.map((spellings) => spellings.map(brandKey))

/** Adds the spellings of synonyms and families to those of the catalogue; `families` are maintained by staff. */
export function withFamilies(
  known: readonly { key: string; brand_id: number }[],
  families: readonly { brand_id: number; family: string }[] = [],
): BrandKeys {
  const brands = new Map(known.map(({ key, brand_id }) => [key, [brand_id]]))
  for (const family of FAMILIES) {
    const ids = [...new Set(family.flatMap((key) => brands.get(key) ?? []))]
    for (const key of family) brands.set(key, [...new Set([...(brands.get(key) ?? []), ...ids])])
  }
  const relatives = relativesOf(families)
  for (const [key, ids] of brands)
    if (ids.some((id) => relatives.has(id)))
      brands.set(key, [...new Set([...ids, ...ids.flatMap((id) => relatives.get(id) ?? [])])])
  return brands
}

function relativesOf(families: readonly { brand_id: number; family: string }[]): ReadonlyMap<number, number[]> {
  const relatives = new Map<number, number[]>()
  for (const members of Map.groupBy(families, ({ family }) => family).values()) {
    const ids = members.map((member) => member.brand_id)
    for (const id of ids) relatives.set(id, ids)
  }
  return relatives
}

const MIXED_WORD = /[A-Z][А-ЯЁЂ-џ]|[А-ЯЁЂ-џ][A-Z]/i

/** Reverts text decoded with the wrong encoding: «LEMFЦRDER» was «LEMFÖRDER», «CITROГ‹N» was «CITROËN». */
function* unscrambled(written: string): Generator<string> {
  if (!MIXED_WORD.test(written)) return
  const bytes = encode(written, 'win1251')
  yield decode(bytes, 'win1252')
  yield decode(bytes, 'utf8')
}

/**
 * Finds the brands of a spelling: as written, without additions of suppliers, or with its encoding repaired. The latter
 * counts only when the result is a known brand, because the same step corrupts «ПенActiv».
 * @returns ids, most likely first; empty when unknown
 */
export function brandIdsOf(written: string, brands: BrandKeys): readonly number[] {
  for (const spelling of [written, bareBrand(written), ...unscrambled(written)]) {
    const ids = brands.get(brandKey(spelling))
    if (ids !== undefined && ids.length > 0) return ids
  }
  return []
}
