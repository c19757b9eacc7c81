import type { Sql, SqlPool } from '../../../platform/db/index.ts'
import { setAside } from '../../../platform/db/set-aside.queries.ts'

/** Shorter words are similar to too many others. */
const SHORTEST = 4
/** Longer texts are no words. */
const LONGEST = 40
/** Limit of similar words that are compared. */
const MAX_SIMILAR = 100

/** Same expression as in the indexes `products_name_words` and its samples. */
export const wordsIn = (name: string) => `to_tsvector('russian', translate(${name}, '-/.+', '    '))`

/** True while words of some names are not indexed yet. */
export const NAMES_UNREAD = `((select max(id) from products) > (select product_id from name_words_read))`

/** Expression for stems of names that start with the stem. */
export const stemsFrom = (stem: string) =>
  `select stem from name_stems where stem >= ${stem} and stem < ${stem} || chr(1114111)`

const LEARN = `
  with unread as materialized (
    select id, name from products where id > $1 and id <= $2 order by id limit $3
  ), stems as (
    insert into name_stems (stem)
    select distinct lexeme from unread, unnest(${wordsIn('name')})
    where lexeme ~ '^[[:alpha:]]' and not exists (select from name_stems where stem = lexeme)
    on conflict do nothing
  ), learnt as (
    insert into name_words (word, times)
    select word, count(*) as times
    from unread, regexp_split_to_table(lower(name), '[^[:alnum:]]+') as word
    where word ~ '^[[:alpha:]]{${SHORTEST},${LONGEST}}$'
    group by word
    order by word
    on conflict (word) do update set times = name_words.times + excluded.times
  )
  select count(*)::integer as names, max(id) as last from unread`

interface Read {
  product_id: number
  noted_id: number | null
  /** True when every transaction that was writing at the snapshot has ended. */
  are_all_there: boolean
}

/**
 * Indexes the words of the next names, oldest products first; concurrent servers take turns. A transaction in progress
 * may insert a product with a lower id than existing ones: the last id is recorded first, and names up to it are read
 * after the transactions writing at that time have ended.
 * @returns the rest: `none`, `more` to read immediately, or `others` for more to read after concurrent writers
 */
export const learnWords = (driver: SqlPool, most: number): Promise<'none' | 'more' | 'others'> =>
  driver.begin(async (tx) => {
    const [read] = await tx<Read[]>`
      select product_id, noted_id, noted_xid < pg_snapshot_xmin(pg_current_snapshot()) as are_all_there
      from name_words_read for update`
    if (!read) return 'none'
    if (read.noted_id === null) {
      const noted = await tx<{ noted_id: number }[]>`
        update name_words_read set noted_id = last.id, noted_xid = pg_current_xact_id()
        from (select max(id) as id from products) last
        where last.id > product_id
        returning noted_id`
      return noted.length > 0 ? 'more' : 'none'
    }
    if (!read.are_all_there) return 'others'
    const parameters = [read.product_id, read.noted_id, most]
    const [learnt] = await tx.query<{ names: number; last: number | null }>(LEARN, parameters)
    await (learnt?.last && learnt.names === most
      ? tx`update name_words_read set product_id = ${learnt.last}`
      : tx`update name_words_read set product_id = noted_id, noted_id = null, noted_xid = null`)
    return 'more'
  })

/** Skips the next name, which cannot be indexed, records the error and returns the product's id. */
export const setNextNameAside = (driver: SqlPool, error: string): Promise<number | null> =>
  driver.begin(async (tx) => {
    const [read] = await tx<{ product_id: number }[]>`select product_id from name_words_read for update`
    const [next] = await tx<{ id: number }[]>`
      select id from products where id > ${read?.product_id ?? 0} order by id limit 1`
    if (!next) return null
    await setAside(tx, 'name_words', next.id, error)
    await tx`update name_words_read set product_id = ${next.id}`
    return next.id
  })

/** For words that are not indexed, names not read yet are searched too. */
const UNKNOWN_WORDS = `
  with strange as materialized (
    select asked.word from unnest($1::text[]) as asked(word), unnest(to_tsvector('russian', word)) as stemmed
    where not exists (${stemsFrom('stemmed.lexeme')})
  )
  select word from strange
  where not ${NAMES_UNREAD}
    or (select count(*) from products where ${wordsIn('name')} @@ to_tsquery('russian', strange.word || ':*')) = 0`

/**
 * Selects words that occur in no name, in any form or as a prefix: a search for one of them finds nothing.
 * @param words lower-case letters only
 */
export async function selectUnknownWords(driver: Sql, words: readonly string[]) {
  const rows = await driver.query<{ word: string }>(UNKNOWN_WORDS, [words])
  return rows.map(({ word }) => word)
}

const WORDS_ALIKE = `
  select asked.word as typed, asked.sound as typed_sound, alike.word, alike.sound, alike.times
  from (select word, sound_of(word) as sound from unnest($1::text[]) as word) asked, lateral (
    select word, sound, times from name_words
    where cuts && cuts_of(asked.sound)
    order by sound = asked.sound desc, times desc
    limit ${MAX_SIMILAR}
  ) alike`

export interface AlikeWord {
  typed: string
  typed_sound: string
  word: string
  sound: string
  times: number
}

/** Selects for every word the phonetically similar words of names: equal ones first, then the most common. */
export const selectWordsAlike = (driver: Sql, words: readonly string[]) => driver.query<AlikeWord>(WORDS_ALIKE, [words])
