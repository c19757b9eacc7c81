import type { Sql } from '../../platform/db/index.ts'
import { OFFER_COLUMNS, OFFERS_OF_RELATED, type OfferRow } from './offers.queries.ts'

/** Of the names with all the words so many are weighed against each other. */
const MOST_WEIGHED = 500
/** As the indexes `products_name_words` and its samples have it. */
export const wordsIn = (name: string) => `to_tsvector('russian', translate(${name}, '-/.+', '    '))`

/** Every sixteenth product and every 256th, as the indexes `products_name_sample` and `products_name_few` hold them. */
const SAMPLE = 16
const FEW = 256

interface Sample {
  /** Every how-manieth product. */
  nth: number
  /** With so many found in it no more are looked through. */
  enough: string | number
}

interface Searched {
  /** What is looked through before all products, the smallest first. */
  samples: readonly Sample[]
  most: string | number
}

/**
 * Products whose names hold the words: from a sample where it has enough of them, else from all. Without a limit
 * inside, the planner never takes the table from its beginning in hope of an early end; what is asked for is still all
 * that is fetched.
 * @param words an expression of type tsquery
 */
function named(words: string, { samples, most }: Searched) {
  const hasEnough = ({ nth, enough }: Sample) => `(select count(*) from found_${nth}) >= ${enough}`
  const search = (nth: number, before: readonly Sample[]) => {
    const conditions = [
      ...(nth === 1 ? [] : [`id % ${nth} = 0`]),
      `${wordsIn('name')} @@ ${words}`,
      ...before.map((sample) => `not ${hasEnough(sample)}`),
    ]
    return `
  searched_${nth} as materialized (
    select id, name from products where ${conditions.join(' and ')}
  ), found_${nth} as materialized (
    select id, name from searched_${nth} limit ${most}
  ), `
  }
  const fromSamples = samples.map((sample) => `select id, name from found_${sample.nth} where ${hasEnough(sample)}`)
  return `${samples.map(({ nth }, at) => search(nth, samples.slice(0, at))).join('')}${search(1, samples)}
  hit as materialized (
    ${[...fromSamples, 'select id, name from found_1'].join(' union all ')}
  )`
}

/** As the indexes `products_name_words_0` and on have it: the products of a brand are in one of so many. */
const NAME_BUCKETS = 16

/**
 * As `named`, of some brands alone: only the indexes that hold their products are read.
 * @param buckets remainders of the brands' ids, each once
 * @param brands an expression of type integer[]
 */
const namedOf = (buckets: readonly number[], brands: string, words: string, most: number) => `
  searched as materialized (
    ${buckets
      .map(
        (bucket) => `select id, name from products
    where brand_id % ${NAME_BUCKETS} = ${bucket} and ${wordsIn('name')} @@ ${words} and brand_id = any(${brands})`,
      )
      .join(' union all ')}
  ), hit as materialized (
    select id, name from searched limit ${most}
  )`

const EITHER_WORDS = `(to_tsquery('russian', $1) || to_tsquery('russian', $2))`
const byName = (hits: string) => `
  with ${hits}, related as materialized (
    select 'asked' as relation, id as product_id
    from hit
    order by exists (select from offers where product_id = hit.id and on_hand > reserved) desc,
      ts_rank(${wordsIn('name')}, ${EITHER_WORDS}) desc, id
    limit $3::integer
  )
  select related.relation, ${OFFER_COLUMNS} ${OFFERS_OF_RELATED}`
const BY_NAME = byName(
  named(EITHER_WORDS, {
    samples: [
      { nth: FEW, enough: MOST_WEIGHED },
      { nth: SAMPLE, enough: '$3::integer' },
    ],
    most: MOST_WEIGHED,
  }),
)
const byNameOf = (brandIds: readonly number[]) => {
  const buckets = [...new Set(brandIds.map((id) => id % NAME_BUCKETS))].toSorted((a, b) => a - b)
  return byName(namedOf(buckets, '$4::integer[]', EITHER_WORDS, MOST_WEIGHED))
}

const SHORTEST_BEGINNING = 3

/**
 * `фильтр:* & 20`: every word, in any form, or what begins with it; a few letters or figures would begin half of all.
 */
const wordsQuery = (words: readonly string[]) =>
  words.map((word) => (/^\p{L}/u.test(word) && word.length >= SHORTEST_BEGINNING ? `${word}:*` : word)).join(' & ')

interface Named {
  /** Letters and digits alone. */
  words: readonly string[]
  otherwise?: readonly string[]
  /** Null: of any brand. */
  brandIds: readonly number[] | null
}

/**
 * Products with all the words in their names, or with all the `otherwise` ones, with their offers; those that can be
 * had first.
 */
export function selectOffersByName(driver: Sql, { words, otherwise = [], brandIds }: Named, most: number) {
  const asked = [wordsQuery(words), wordsQuery(otherwise), most]
  return brandIds === null
    ? driver.unsafe<OfferRow[]>(BY_NAME, asked, { prepare: true })
    : driver.unsafe<OfferRow[]>(byNameOf(brandIds), [...asked, [...brandIds]], { prepare: true })
}

const SUGGESTED = 'product.code, brand.name as brand, brand.id as brand_id, product.article, product.name'
const SUGGESTED_NAMES = named(`to_tsquery('russian', $2)`, {
  samples: [FEW, SAMPLE].map((nth) => ({ nth, enough: '$3::integer' })),
  most: '$3::integer',
})
const SUGGESTIONS = `
  with ${SUGGESTED_NAMES}
  (select ${SUGGESTED} from products product join brands brand on brand.id = product.brand_id
  where product.article_key ~>=~ $1 and product.article_key ~<~ ($1 || chr(1114111))
  order by product.article_key using ~<~, product.id limit $3::integer)
  union all
  (select ${SUGGESTED} from hit join products product using (id) join brands brand on brand.id = product.brand_id)
  limit $3::integer`

/** Products whose article key begins so, then those whose name holds the words. */
export const selectSuggestions = (driver: Sql, beginning: string, words: readonly string[], most: number) =>
  driver.unsafe<SuggestionRow[]>(SUGGESTIONS, [beginning, wordsQuery(words), most], { prepare: true })

interface SuggestionRow {
  code: string
  brand: string
  brand_id: number
  article: string
  name: string
}
