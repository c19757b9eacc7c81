import { dictionary } from '@zxcvbn-ts/language-common'
import { AppError } from '../../platform/errors.ts'

const SHORTEST = 10
const COMMON = new Set(dictionary['passwords-common'].filter((word) => word.length >= SHORTEST))

const RUSSIAN_KEYS = 'йцукенгшщзхъфывапролджэячсмитьбю'
const LATIN_KEYS = "qwertyuiop[]asdfghjkl;'zxcvbnm,."

/** The same keys in the Latin layout: «йцукенгшщз» is «qwertyuiop». */
const asLatinKeys = (text: string) =>
  Array.from(text, (sign) => LATIN_KEYS[RUSSIAN_KEYS.indexOf(sign)] ?? sign).join('')

/**
 * Refuses a password that everybody tries first, one sign over and over, or the login itself.
 * @throws AppError `input.invalid` with the field named
 */
export function requireUncommonPassword(field: string, password: string, logins: readonly string[]) {
  const folded = password.toLowerCase()
  const isCommon = COMMON.has(folded) || COMMON.has(asLatinKeys(folded))
  const isOneSign = new Set(folded).size < 4
  const isLogin = logins.some((login) => login.toLowerCase() === folded)
  if (isCommon || isOneSign || isLogin)
    throw new AppError('input.invalid', {
      errors: [{ path: field, message: 'Такой пароль легко угадать, придумайте другой' }],
    })
}
