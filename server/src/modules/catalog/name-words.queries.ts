import type { Sql } from '../../platform/db/index.ts'

/** A shorter word is like too many others. */
const SHORTEST = 4
/** Of the words alike so many are weighed against each other. */
const MOST_ALIKE = 100

const STEM_OF_WORD = `select lexeme as stem from unnest(to_tsvector('russian', word))`

const LEARN = `
  with unread as materialized (
    select id, name from products where id > $1 order by id limit $2
  ), learnt as (
    insert into name_words (word, stem, times)
    select word, stem, times
    from (
      select word, count(*) as times
      from unread, regexp_split_to_table(lower(name), '[^[:alnum:]]+') as word
      where word ~ '^[[:alpha:]]{${SHORTEST},}$'
      group by word
      order by word
    ) counted, lateral (${STEM_OF_WORD}) stemmed
    on conflict (word) do update set times = name_words.times + excluded.times
  )
  select count(*)::integer as names, max(id) as last from unread`

/**
 * Takes the words of the next names, the oldest products first; another server waits for its turn.
 * @returns how many names there were: fewer than `most` when these were the last
 */
export const learnWords = (driver: Sql, most: number): Promise<number> =>
  driver.begin(async (tx) => {
    const [read] = await tx<{ product_id: number }[]>`select product_id from name_words_read for update`
    const [learnt] = await tx.unsafe<{ names: number; last: number | null }[]>(LEARN, [read?.product_id ?? 0, most])
    if (!learnt?.last) return 0
    await tx`update name_words_read set product_id = ${learnt.last}`
    return learnt.names
  })

const WORDS_ALIKE = `
  with asked as materialized (
    select word, stem, sound_of(word) as sound from unnest($1::text[]) as word, lateral (${STEM_OF_WORD}) stemmed
  )
  select asked.word as typed, asked.sound as typed_sound, alike.word, alike.sound, alike.times
  from asked left join lateral (
    select word, sound, times from name_words
    where cuts && cuts_of(asked.sound)
    order by sound = asked.sound desc, times desc
    limit ${MOST_ALIKE}
  ) alike on true
  where not exists (
    select from name_words known where known.stem ~>=~ asked.stem and known.stem ~<~ (asked.stem || chr(1114111))
  )`

/** A word of names that sounds like a typed one; null: there is none. */
export type AlikeWord = { typed: string; typed_sound: string } & (
  { word: string; sound: string; times: number } | { word: null; sound: null; times: null }
)

/**
 * For every word that no name holds, in any form or as a beginning, the words of names that sound like it.
 * @param words letters alone, in lower case
 */
export const selectWordsAlike = (driver: Sql, words: readonly string[]) =>
  driver.unsafe<AlikeWord[]>(WORDS_ALIKE, [words], { prepare: true })
