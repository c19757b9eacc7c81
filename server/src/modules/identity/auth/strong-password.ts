import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { AppError } from '../../../platform/errors.ts'

const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю'
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

/**
 * Converts text to the same keys in the Latin layout: «йцукенгшщз» is «qwertyuiop», which also covers Russian words of
 * password lists.
 */
const asLatinKeys = (text: string) =>
  Array.from(text, (sign) => LATIN_KEYS[RUSSIAN_KEYS.indexOf(sign)] ?? sign).join('')

/** Words that are tried first at a portal of auto parts. */
const OWN_WORDS = [
  'artikul',
  'artikel',
  'portal',
  'zapchasti',
  'avtozapchasti',
  'артикул',
  'портал',
  'запчасти',
  'сервис',
  'автосервис',
]

/** At least 10^8 guesses: the third of the four grades of zxcvbn. */
const MIN_SCORE = 3
/** Longer passwords are rated by their beginning, because the time grows with the square of the length. */
const LONGEST_JUDGED = 100

let estimator: Promise<ZxcvbnFactory> | undefined
/** Loaded for the first password, because its dictionaries take 80 ms and several megabytes. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  return new ZxcvbnFactory({
    dictionary: { ...dictionary, own: [...OWN_WORDS, ...OWN_WORDS.map(asLatinKeys)] },
    graphs: adjacencyGraphs,
    maxLength: LONGEST_JUDGED,
  })
}

/** Splits the person's names into parts: «ivanov@example.ru» also contains «ivanov». */
const partsOf = (names: readonly string[]) =>
  names.flatMap((name) => [name, ...name.split(/[@.\s«»"_-]+/)]).filter((part) => part.length > 2)

/**
 * Rejects passwords that are easy to guess: common ones, sequences, words of the portal, names of the person.
 * @param names logins, email addresses, names of the person and the company
 * @throws AppError `input.invalid` for the field
 */
export async function requireUncommonPassword(field: string, password: string, names: readonly string[]) {
  const folded = password.toLowerCase()
  const known = partsOf(names.map((name) => name.toLowerCase()))
  const loaded = await (estimator ??= loadEstimator())
  const weakest = Math.min(...[folded, asLatinKeys(folded)].map((text) => loaded.check(text, known).score))
  if (weakest < MIN_SCORE)
    throw new AppError('input.invalid', {
      errors: [{ path: field, message: 'Такой пароль легко угадать, придумайте другой' }],
    })
}
