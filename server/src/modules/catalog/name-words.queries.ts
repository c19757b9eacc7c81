import type { Sql } from '../../platform/db/index.ts'
import { wordsIn } from './names.queries.ts'

/** A shorter word is like too many others. */
const SHORTEST = 4
/** A longer one is no word. */
const LONGEST = 40
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
      where word ~ '^[[:alpha:]]{${SHORTEST},${LONGEST}}$'
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

/** Of the words that are not learnt, those of names not read yet are known too. */
const UNKNOWN_WORDS = `
  with strange as materialized (
    select asked.word from unnest($1::text[]) as asked(word), lateral (${STEM_OF_WORD}) stemmed
    where not exists (
      select from name_words known
      where known.stem ~>=~ stemmed.stem and known.stem ~<~ (stemmed.stem || chr(1114111))
    )
  )
  select word from strange
  where (select count(*) from products where ${wordsIn('name')} @@ to_tsquery('russian', strange.word || ':*')) = 0`

/**
 * Words that no name holds, in any form or as a beginning: whoever asks for one of them finds nothing.
 * @param words letters alone, in lower case
 */
export async function selectUnknownWords(driver: Sql, words: readonly string[]) {
  const rows = await driver.unsafe<{ word: string }[]>(UNKNOWN_WORDS, [words], { prepare: true })
  return rows.map(({ word }) => word)
}

const WORDS_ALIKE = `
  select asked.word as typed, asked.sound as typed_sound, alike.word, alike.sound, alike.times
  from (select word, sound_of(word) as sound from unnest($1::text[]) as word) asked, lateral (
    select word, sound, times from name_words
    where cuts && cuts_of(asked.sound)
    order by sound = asked.sound desc, times desc
    limit ${MOST_ALIKE}
  ) alike`

export interface AlikeWord {
  typed: string
  typed_sound: string
  word: string
  sound: string
  times: number
}

/** For every word those of names that sound like it: the same first, then the commonest. */
export const selectWordsAlike = (driver: Sql, words: readonly string[]) =>
  driver.unsafe<AlikeWord[]>(WORDS_ALIKE, [words], { prepare: true })
