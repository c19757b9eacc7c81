import { cellText, headerWords, type Cell } from '../../../platform/files/spreadsheet/index.ts'
import type { CrossReferenceKind, Reliability } from '@artikul/contract/catalog/cross-references'

/** Meaning of a column in a file of cross references; `other` is the product on the right of the pair. */
export type CrossReferenceField = 'brand' | 'article' | 'other_brand' | 'other_article' | 'kind' | 'reliability'
export type CrossReferenceColumns = Readonly<Partial<Record<CrossReferenceField, number>>>

const HEADER_COLUMNS = 256
const OF_OTHER = /аналог|кросс|замен|cross|analog|replac|(^| )(2|второй|other)$/
const KIND = /^(тип|вид)( |$)|^(kind|type|relation)/
const RELIABILITY = /^(над[её]жн|достоверн|качество|доверие|reliab|trust)/
const BRAND = /бренд|производител|фирма|марка|изготовител|brand|manufacturer|maker|vendor/
const ARTICLE = /артикул|номер|(^| )код|каталожн|article|number|part|sku|oem/

type Part = 'brand' | 'article' | 'kind' | 'reliability'

/** In «Производитель номера» the first word is decisive. */
function partOf(words: string): Part | null {
  if (KIND.test(words)) return 'kind'
  if (RELIABILITY.test(words)) return 'reliability'
  const [brand, article] = [words.search(BRAND), words.search(ARTICLE)]
  if (brand < 0 && article < 0) return null
  return article < 0 || (brand >= 0 && brand < article) ? 'brand' : 'article'
}

/** «Аналог» alone is the header of a column of articles. */
const isBareOther = (words: string) => /^(аналог|кросс|замена|cross|analog(ue)?)$/.test(words)

/**
 * Finds the columns of a header row. A second brand or article, or one that mentions an analogue, belongs to the other
 * product.
 * @returns null for a row without a pair of brands and articles, which is no header
 */
export function crossReferenceColumnsOf(cells: readonly Cell[]): CrossReferenceColumns | null {
  const columns: Partial<Record<CrossReferenceField, number>> = {}
  cells.slice(0, HEADER_COLUMNS).forEach((cell, at) => {
    const words = headerWords(cellText(cell))
    const part = isBareOther(words) ? 'article' : partOf(words)
    if (part === null) return
    if (part === 'kind' || part === 'reliability') columns[part] ??= at
    else if (OF_OTHER.test(words) || columns[part] !== undefined) columns[`other_${part}`] ??= at
    else columns[part] = at
  })
  const isWhole = (['brand', 'article', 'other_brand', 'other_article'] as const).every((one) => one in columns)
  return isWhole ? columns : null
}

/** «Заменён на»; «заменяет». A plain «замена» means that the product on the right is the newer one. */
const KINDS: readonly [CrossReferenceKind, RegExp][] = [
  ['analogue', /^$|аналог|кросс|analog|cross|equivalent/],
  ['replaces', /заменяет|стар(ый|ого) номер|вместо|^replaces|supersedes/],
  ['replaced_by', /замен|нов(ый|ого) номер|^replaced|superseded/],
]

/** @returns null when unknown */
export function kindOf(written: string): CrossReferenceKind | null {
  const words = headerWords(written)
  return KINDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}

const RELIABILITIES: readonly [Reliability, RegExp][] = [
  ['ordinary', /^$|^3$|обычн|средн|нормальн|ordinary|medium/],
  ['doubtful', /^[12]$|сомнит|ненад|не над|низк|не провер|doubt|low/],
  ['sure', /^[45]$|надежн|высок|точн|провер|sure|high|oem/],
]

/** Parses words, or grades from one to five. @returns null when unknown */
export function reliabilityOf(written: string): Reliability | null {
  const words = headerWords(written)
  return RELIABILITIES.find(([, pattern]) => pattern.test(words))?.[0] ?? null
}
