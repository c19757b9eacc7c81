import type { Correction } from '@artikul/contract/ordering/search'
import damerauLevenshtein from 'damerau-levenshtein'
import type { Sql } from '../../../platform/db/index.ts'
import { selectUnknownWords, selectWordsAlike, type AlikeWord } from '../../catalog/index.ts'

const SHORTEST_CORRECTED = 4

const isCorrectable = (word: string) => word.length >= SHORTEST_CORRECTED && /^\p{L}+$/u.test(word)

/** Number of insertions, deletions, substitutions and transpositions. */
const edits = (one: string, other: string) => damerauLevenshtein(one, other).steps

/** Shorter phonetic keys are too similar to each other. */
const SHORTEST_EDITED = 4
const maxEdits = (sound: string) => (sound.length >= SHORTEST_EDITED ? 1 : 0)

/** Finds the most similar sounding word; ties are resolved by frequency, and among its forms by spelling. */
function nearestWord(typed: string, alike: readonly AlikeWord[]): string | null {
  const near = alike
    .map((one) => ({ ...one, apart: edits(one.typed_sound, one.sound) }))
    .filter(({ apart, typed_sound }) => apart <= maxEdits(typed_sound))
  const timesOf = new Map<string, number>()
  for (const { sound, times } of near) timesOf.set(sound, (timesOf.get(sound) ?? 0) + times)
  const common = ({ sound }: { sound: string }) => timesOf.get(sound) ?? 0
  const [nearest] = near.toSorted(
    (a, b) =>
      a.apart - b.apart ||
      common(b) - common(a) ||
      edits(typed, a.word) - edits(typed, b.word) ||
      b.times - a.times ||
      a.word.localeCompare(b.word),
  )
  return nearest?.word ?? null
}

/** Finds the words that occur in no name; short words and those with digits are not checked. */
export async function unknownWords(driver: Sql, words: readonly string[]): Promise<ReadonlySet<string>> {
  const judged = new Set(words.filter(isCorrectable))
  return new Set(judged.size > 0 ? await selectUnknownWords(driver, [...judged]) : [])
}

/** Replaces each unknown word with the most similar one in names; null when some word has no match. */
export async function correctWords(driver: Sql, words: readonly string[], unknown: ReadonlySet<string>) {
  const misspelt = words.filter((word) => unknown.has(word))
  const alike = Map.groupBy(await selectWordsAlike(driver, misspelt), ({ typed }) => typed)
  const corrected: Correction[] = []
  for (const typed of new Set(misspelt)) {
    const read = nearestWord(typed, alike.get(typed) ?? [])
    if (read === null) return null
    corrected.push({ typed, read })
  }
  const readOf = new Map(corrected.map(({ typed, read }) => [typed, read]))
  return { corrected, words: words.map((word) => readOf.get(word) ?? word) }
}
