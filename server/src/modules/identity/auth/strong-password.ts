import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '../../../platform/errors.ts'

const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю'
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

/** The same keys in the Latin layout: «йцукенгшщз» is «qwertyuiop», and so are Russian words of lists of passwords. */
const asLatinKeys = (text: string) =>
  Array.from(text, (sign) => LATIN_KEYS[RUSSIAN_KEYS.indexOf(sign)] ?? sign).join('')

/** Words that everybody tries at a portal of auto parts first. */
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

/** 10^8 guesses and more: the third of the four grades of zxcvbn. */
const LEAST_SCORE = 3
/** Longer passwords are judged by their beginning: the time grows with the square of the length. */
const LONGEST_JUDGED = 100

let judge: ZxcvbnFactory | undefined
/** Built at the first password: its dictionaries take 80 ms. */
const openJudge = () =>
  (judge ??= new ZxcvbnFactory({
    dictionary: { ...dictionary, own: [...OWN_WORDS, ...OWN_WORDS.map(asLatinKeys)] },
    graphs: adjacencyGraphs,
    maxLength: LONGEST_JUDGED,
  }))

/** The names that the person is known by, whole and in parts: «ivanov@example.ru» is «ivanov» too. */
const partsOf = (names: readonly string[]) =>
  names.flatMap((name) => [name, ...name.split(/[@.\s«»"_-]+/)]).filter((part) => part.length > 2)

/**
 * Refuses a password that is guessed soon: common ones, sequences, words of the portal, names of the person.
 * @param names logins, e-mails, names of the person and the company
 * @throws AppError `input.invalid` with the field named
 */
export function requireUncommonPassword(field: string, password: string, names: readonly string[]) {
  const folded = password.toLowerCase()
  const known = partsOf(names.map((name) => name.toLowerCase()))
  const weakest = Math.min(...[folded, asLatinKeys(folded)].map((text) => openJudge().check(text, known).score))
  if (weakest < LEAST_SCORE)
    throw new AppError('input.invalid', {
      errors: [{ path: field, message: 'Такой пароль легко угадать, придумайте другой' }],
    })
}
