const INN_10 = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const INN_12_FIRST = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
const INN_12_SECOND = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/**
 * Checks ИНН of a company (10 digits) or of a person (12) by the Tax Service's check-digit algorithm. A number of one
 * repeated digit or of region 00 passes the sums but is never issued.
 *
 * @param inn digits only, leading zeros kept
 */
export function isInn(inn: string): boolean {
  if (!/^(?:\d{10}|\d{12})$/.test(inn) || inn.startsWith('00') || isOneDigit(inn)) return false
  if (inn.length === 10) return innDigit(inn, INN_10) === digitAt(inn, 9)
  return innDigit(inn, INN_12_FIRST) === digitAt(inn, 10) && innDigit(inn, INN_12_SECOND) === digitAt(inn, 11)
}

function innDigit(inn: string, weights: readonly number[]): number {
  return (weightedSum(inn, weights) % 11) % 10
}

/**
 * Checks КПП: tax office, reason code, serial number; no check digit.
 *
 * @param kpp nine characters, the reason code may contain Latin capitals
 */
export function isKpp(kpp: string): boolean {
  return /^\d{4}[0-9A-Z]{2}\d{3}$/.test(kpp)
}

/**
 * Checks ОГРН of a company: 13 digits, the last is the remainder of the first twelve by 11.
 *
 * @param ogrn digits only
 */
export function isOgrn(ogrn: string): boolean {
  return /^[15]\d{12}$/.test(ogrn) && (Number(ogrn.slice(0, 12)) % 11) % 10 === digitAt(ogrn, 12)
}

/**
 * Checks ОГРНИП of a sole proprietor: 15 digits, the last is the remainder of the first fourteen by 13.
 *
 * @param ogrnip digits only
 */
export function isOgrnip(ogrnip: string): boolean {
  return /^3\d{14}$/.test(ogrnip) && (Number(ogrnip.slice(0, 14)) % 13) % 10 === digitAt(ogrnip, 14)
}

/**
 * Checks ОКПО: 8 digits of a company or 10 of a sole proprietor, check digit by the rule ПР 50.1.024.
 *
 * @param okpo digits only, leading zeros kept
 */
export function isOkpo(okpo: string): boolean {
  if (!/^(?:\d{8}|\d{10})$/.test(okpo) || /^0+$/.test(okpo)) return false
  const body = okpo.slice(0, -1)
  const first = weightedSum(body, okpoWeights(body.length, 1)) % 11
  const remainder = first === 10 ? (weightedSum(body, okpoWeights(body.length, 3)) % 11) % 10 : first
  return remainder === digitAt(okpo, okpo.length - 1)
}

function okpoWeights(length: number, from: number): number[] {
  return Array.from({ length }, (_, at) => ((at + from - 1) % 10) + 1)
}

/**
 * Checks the form of БИК of a bank; there is no check digit.
 *
 * @param bic nine digits
 */
export function isBic(bic: string): boolean {
  return /^\d{9}$/.test(bic)
}

const ACCOUNT = /^\d{5}[0-9ABCEHKMPTX]\d{14}$/
const CLEARING_CURRENCIES = 'ABCEHKMPTX'
const SINGLE_TREASURY_ACCOUNT = '40102'

/**
 * Checks whether a settlement account may belong to the bank: the account key by the Bank of Russia's order № 515 of
 * 08.09.1997. Treasury accounts begin with 0 and follow no known key, so only their form is checked.
 *
 * @param account 20 characters; the sixth may be a letter of a clearing currency
 * @param bic БИК of the bank
 */
export function isAccountOfBank(account: string, bic: string): boolean {
  if (!ACCOUNT.test(account) || !isBic(bic)) return false
  if (account.startsWith('0')) return true
  const ofBankOfRussia = /00[012]$/.test(bic) || account.startsWith(SINGLE_TREASURY_ACCOUNT)
  return hasAccountKey(account, ofBankOfRussia ? unitPrefix(bic) : bic.slice(-3))
}

/**
 * Checks whether a correspondent account may belong to the bank. The key depends only on two digits of БИК and so
 * passes with a neighbour bank; therefore the last three digits of a 30101 account must repeat those of БИК.
 *
 * @param account 20 characters
 * @param bic БИК of the bank
 */
export function isCorrespondentAccountOfBank(account: string, bic: string): boolean {
  if (!ACCOUNT.test(account) || !isBic(bic) || !hasAccountKey(account, unitPrefix(bic))) return false
  return !account.startsWith('30101') || account.slice(-3) === bic.slice(-3)
}

function unitPrefix(bic: string): string {
  return `0${bic.slice(4, 6)}`
}

function hasAccountKey(account: string, prefix: string): boolean {
  const currency = CLEARING_CURRENCIES.indexOf(account.charAt(5))
  const digits = prefix + (currency < 0 ? account : account.slice(0, 5) + String(currency) + account.slice(6))
  let sum = 0
  for (let at = 0; at < digits.length; at++) sum += (digitAt(digits, at) * ([7, 1, 3][at % 3] ?? 0)) % 10
  return sum % 10 === 0
}

function weightedSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * digitAt(digits, at), 0)
}

function digitAt(digits: string, at: number): number {
  return digits.charCodeAt(at) - 48
}

function isOneDigit(digits: string): boolean {
  return digits === digits.charAt(0).repeat(digits.length)
}
