import type { Sql } from '../../../platform/db/index.ts'
import { NAMES_UNREAD, stemsFrom, wordsIn } from './name-words.queries.ts'
import { FOUND_OFFER_COLUMNS, OFFERS_OF_RELATED, toOffers } from './offers.queries.ts'

/** Limit of names with all the words that are compared. */
const MAX_COMPARED = 120
/** Limit of stems with a common prefix, above which the index itself collects the products faster. */
const MAX_STEMS = 32

/**
 * Builds a tsquery for every word in any form, or for a prefix marked by an asterisk: it is expanded to the stems of
 * names, unless some names are not indexed yet or there are too many stems.
 * @param words expression of type text[]
 */
const queryOf = (words: string) => `(
  select coalesce(string_agg('(' || spelt.stems || ')', ' & '), '')::tsquery
  from unnest(${words}::text[]) as word, unnest(to_tsvector('russian', rtrim(word, '*'))) as stemmed, lateral (
    select case
      when word not like '%*' then quote_literal(stemmed.lexeme)
      when count(*) between 1 and ${MAX_STEMS} then string_agg(quote_literal(known.stem), '|')
      else quote_literal(stemmed.lexeme) || ':*' end as stems
    from (${stemsFrom('stemmed.lexeme')} and not ${NAMES_UNREAD} limit ${MAX_STEMS + 1}) as known
  ) as spelt
)`

/** Evaluates the expression once, regardless of the number of uses. */
const EVALUATED_QUERY = '(select query from asked)'
const asking = (query: string) => `asked as materialized (select ${query} as query)`

/** Sampling intervals of products, as in the indexes `products_name_sample_…`, the smallest sample first. */
const SAMPLES = [256, 64, 16]

interface Sample {
  /** Sampling interval of products. */
  nth: number
  /** Number of matches that makes further search unnecessary. */
  enough: string | number
}

interface Searched {
  /** Samples searched before all products, the smallest first. */
  samples: readonly Sample[]
  most: string | number
}

/**
 * Products whose names contain the words: from a sample with enough matches, else from all. Without an inner limit the
 * planner never scans the table from its start in the hope of an early end; the number of fetched rows is still
 * limited.
 */
function named({ samples, most }: Searched) {
  const hasEnough = ({ nth, enough }: Sample) => `(select count(*) from found_${nth}) >= ${enough}`
  const search = (nth: number, before: readonly Sample[]) => {
    const conditions = [
      ...(nth === 1 ? [] : [`id % ${nth} = 0`]),
      `${wordsIn('name')} @@ ${EVALUATED_QUERY}`,
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

/** Number of partial indexes `products_name_words_0` and following, among which products are distributed by brand. */
const NAME_BUCKETS = 16

/**
 * Like `named` for some brands: only the indexes with their products are read.
 * @param buckets distinct remainders of the brands' ids
 * @param brands expression of type integer[]
 */
const namedOf = (buckets: readonly number[], brands: string, most: number) => `
  searched as materialized (
    ${buckets
      .map(
        (bucket) => `select id, name from products
    where brand_id % ${NAME_BUCKETS} = ${bucket} and ${wordsIn('name')} @@ ${EVALUATED_QUERY} and brand_id = any(${brands})`,
      )
      .join(' union all ')}
  ), hit as materialized (
    select id, name from searched limit ${most}
  )`

/**
 * Available products first, of these the shortest names: they consist of little but the words. The stock is looked up
 * only until there are enough, because each lookup costs as much as finding the name.
 */
const byName = (hits: string) => `
  with ${asking(queryOf('$1'))}, ${hits}, ordered as materialized (
    select id from hit order by length(name), id
  ), available as materialized (
    select id from ordered where exists (select from offers where product_id = ordered.id and on_hand > reserved)
    limit $2::integer
  ), related as materialized (
    select 'found' as relation, id as product_id
    from (
      select id from available
      union all
      select id from ordered where id not in (select id from available)
    ) best
    limit $2::integer
  )
  select ${FOUND_OFFER_COLUMNS} ${OFFERS_OF_RELATED}`
const BY_NAME = byName(
  named({
    // A small sample stands for thousands of matches: it needs enough to choose the available ones from.
    samples: SAMPLES.map((nth) => ({ nth, enough: nth > 16 ? '2 * $2::integer' : '$2::integer' })),
    most: MAX_COMPARED,
  }),
)
const byNameOf = (brandIds: readonly number[]) => {
  const buckets = [...new Set(brandIds.map((id) => id % NAME_BUCKETS))].toSorted((a, b) => a - b)
  return byName(namedOf(buckets, '$3::integer[]', MAX_COMPARED))
}

const SHORTEST_BEGINNING = 3

/** `фильтр*`, `20`: marks words as prefixes; a few letters or digits would match half of all stems. */
const asBeginnings = (words: readonly string[]) =>
  words.map((word) => (/^\p{L}/u.test(word) && word.length >= SHORTEST_BEGINNING ? `${word}*` : word))

interface Named {
  /** Letters and digits only. */
  words: readonly string[]
  /** Brands to search; null for any. */
  brandIds: readonly number[] | null
}

/** Selects products with all the words in their names, with their offers; available ones first. */
export async function selectOffersByName(driver: Sql, { words, brandIds }: Named, most: number) {
  const params = [asBeginnings(words), most]
  return toOffers(
    brandIds === null
      ? await driver.arrays(BY_NAME, params)
      : await driver.arrays(byNameOf(brandIds), [...params, brandIds]),
  )
}

const SUGGESTED = 'product.code, brand.name as brand, brand.id as brand_id, product.article, product.name'
const SUGGESTED_NAMES = named({
  samples: SAMPLES.map((nth) => ({ nth, enough: '$3::integer' })),
  most: '$3::integer',
})
const SUGGESTIONS = `
  with ${asking(queryOf('$2'))}, ${SUGGESTED_NAMES}
  (select ${SUGGESTED} from products product join brands brand on brand.id = product.brand_id
  where product.article_key ~>=~ $1 and product.article_key ~<~ ($1 || chr(1114111))
  order by product.article_key using ~<~, product.id limit $3::integer)
  union all
  (select ${SUGGESTED} from hit join products product using (id) join brands brand on brand.id = product.brand_id)
  limit $3::integer`

/** Selects products whose article key has the prefix, then those whose name contains the words. */
export const selectSuggestions = (driver: Sql, beginning: string, words: readonly string[], most: number) =>
  driver.query<SuggestionRow>(SUGGESTIONS, [beginning, asBeginnings(words), most] as unknown[])

interface SuggestionRow {
  code: string
  brand: string
  brand_id: number
  article: string
  name: string
}
