import type { Correction } from '@artikul/contract/search'
import damerauLevenshtein from 'damerau-levenshtein'
import type { Sql } from '../../platform/db/index.ts'
import { selectWordsAlike, type AlikeWord } from '../catalog/index.ts'

const SHORTEST_CORRECTED = 4

const isCorrectable = (word: string) => word.length >= SHORTEST_CORRECTED && /^\p{L}+$/u.test(word)

/** Letters put in, left out, changed, or two of them swapped. */
const edits = (one: string, other: string) => damerauLevenshtein(one, other).steps

/** Short sounds are too much like each other. */
const mostEdits = (sound: string) => (sound.length >= SHORTEST_CORRECTED ? 1 : 0)

/** The word that sounds nearest; of those the commonest, and of its forms the one that is written most alike. */
export function nearestWord(typed: string, alike: readonly AlikeWord[]): string | null {
  const near = alike.flatMap(({ typed_sound, word, sound, times }) => {
    if (word === null) return []
    const apart = edits(typed_sound, sound)
    return apart <= mostEdits(typed_sound) ? [{ word, sound, times, apart }] : []
  })
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

/**
 * The words with each one that no name holds replaced by the nearest that names do hold; null: there is nothing to
 * correct, or a word is like none.
 */
export async function correctWords(driver: Sql, words: readonly string[]) {
  const asked = [...new Set(words.filter(isCorrectable))]
  if (asked.length === 0) return null
  const corrected: Correction[] = []
  const unknown = Map.groupBy(await selectWordsAlike(driver, asked), ({ typed }) => typed)
  for (const [typed, alike] of unknown) {
    const read = nearestWord(typed, alike)
    if (read === null) return null
    corrected.push({ typed, read })
  }
  if (corrected.length === 0) return null
  const readOf = new Map(corrected.map(({ typed, read }) => [typed, read]))
  return { corrected, words: words.map((word) => readOf.get(word) ?? word) }
}
