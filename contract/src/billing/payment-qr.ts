import type { Kopecks } from '../core/money.ts'
import { isBic } from '../companies/requisites.ts'

/** Fields read by a bank application from the QR code of an invoice. Texts longer than the standard allows are cut. */
export interface PaymentQrFields {
  /** payee, up to 160 characters */
  name: string
  /** settlement account, 20 characters */
  account: string
  /** bank with its city, up to 45 characters */
  bankName: string
  bic: string
  /** correspondent account, 20 characters */
  correspondentAccount: string
  /** kopecks; omitted when the payer types the sum */
  sumKop?: Kopecks
  /** up to 210 characters, with the VAT statement */
  purpose?: string
  payeeInn?: string
  payerInn?: string
  /** КПП of the payee; a sole proprietor has none */
  kpp?: string
}

/** The standard has no escaping: a sign found in a value cannot separate, so the next one is tried. */
const SEPARATORS = ['|', '~', '_', '#', '$', '^', '&', '*', '/', '\\', '`', '@', '%']

/**
 * Payment string of ГОСТ Р 56042-2014 in UTF-8 (`ST00012`); encode its bytes in byte mode. `Sum` is in kopecks.
 *
 * @throws RangeError when a number of the payment has a wrong shape or no separator is free
 */
export function paymentQr(payment: PaymentQrFields): string {
  const fields = paymentFields(payment)
  const separator = SEPARATORS.find((sign) => !fields.some(([, value]) => value.includes(sign)))
  if (separator === undefined) throw new RangeError('every separator of the payment code occurs in its values')
  return ['ST00012', ...fields.map(([key, value]) => `${key}=${value}`)].join(separator)
}

function paymentFields(payment: PaymentQrFields): [key: string, value: string][] {
  if (!isBic(payment.bic)) throw new RangeError(`not a БИК: ${payment.bic}`)
  const required: [string, string][] = [
    ['Name', text(payment.name, 160)],
    ['PersonalAcc', shaped(payment.account, /^\w{20}$/)],
    ['BankName', text(payment.bankName, 45)],
    ['BIC', payment.bic],
    ['CorrespAcc', shaped(payment.correspondentAccount, /^\w{20}$/)],
  ]
  const optional: [string, string][] = [
    ['Sum', payment.sumKop === undefined ? '' : sum(payment.sumKop)],
    ['Purpose', text(payment.purpose ?? '', 210)],
    ['PayeeINN', shaped(payment.payeeInn ?? '', /^(?:\d{10}|\d{12})?$/)],
    ['PayerINN', shaped(payment.payerInn ?? '', /^(?:\d{10}|\d{12})?$/)],
    ['KPP', shaped(payment.kpp ?? '', /^[0-9A-Z]{9}$|^$/)],
  ]
  return [...required, ...optional.filter(([, value]) => value !== '')]
}

function text(value: string, limit: number): string {
  const oneLine = value.replace(/[\s\u00a0\u202f\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return Array.from(oneLine).slice(0, limit).join('').trimEnd()
}

function shaped(value: string, shape: RegExp): string {
  if (!shape.test(value)) throw new RangeError(`not a value of a payment code: ${value}`)
  return value
}

function sum(kop: Kopecks): string {
  if (!Number.isSafeInteger(kop) || kop <= 0) throw new RangeError(`not a sum of a payment: ${kop}`)
  return String(kop)
}
