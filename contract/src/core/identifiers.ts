import { z } from 'zod'
import {
  isAccountOfBank,
  isBic,
  isCorrespondentAccountOfBank,
  isInn,
  isKpp,
  isOgrn,
  isOgrnip,
  isOkpo,
} from '../companies/requisites.ts'

/** Digits as pasted: spaces, no-break spaces and hyphens are dropped, nothing else is repaired. */
const digits = (longest: number) =>
  z
    .string('Заполните поле')
    .max(longest + 40, 'Слишком длинно')
    .transform((typed) => typed.replace(/[\s\u00a0\u202f-]/g, ''))

/** ИНН of a company (10 digits) or a sole proprietor (12), with its check digits. */
export const Inn = digits(12).superRefine((inn, context) => {
  if (inn === '') context.addIssue({ code: 'custom', message: 'Заполните поле' })
  else if (!/^(?:\d{10}|\d{12})$/.test(inn))
    context.addIssue({ code: 'custom', message: 'ИНН должен содержать 10 или 12 цифр' })
  else if (!isInn(inn)) context.addIssue({ code: 'custom', message: 'Неверный ИНН: не сходится контрольное число' })
})

/** КПП: nine characters, no check digit; a sole proprietor has none. */
export const Kpp = digits(9).refine(isKpp, 'КПП: 9 знаков, цифры и заглавные латинские буквы на 5–6 месте')

/** ОГРН of a company (13 digits) or ОГРНИП of a sole proprietor (15). */
export const Ogrn = digits(15).superRefine((ogrn, context) => {
  if (!/^(?:\d{13}|\d{15})$/.test(ogrn))
    context.addIssue({ code: 'custom', message: 'ОГРН содержит 13 цифр, ОГРНИП — 15' })
  else if (!isOgrn(ogrn) && !isOgrnip(ogrn))
    context.addIssue({ code: 'custom', message: 'Неверный ОГРН: не сходится контрольное число' })
})

/** ОКПО: 8 digits of a company or 10 of a sole proprietor. */
export const Okpo = digits(10).refine(isOkpo, 'Неверный ОКПО: не сходится контрольное число')

export const Bic = digits(9).refine(isBic, 'БИК содержит 9 цифр')

const ACCOUNT = /^\d{5}[0-9ABCEHKMPTX]\d{14}$/

/** Bank account of a company: the key of both accounts must fit the bank (Bank of Russia № 515). */
export const BankAccount = z
  .strictObject({
    bic: Bic,
    bank_name: z.string('Заполните поле').trim().min(1, 'Заполните поле').max(300, 'Не больше 300 символов'),
    correspondent_account: digits(20).refine(
      (account) => account === '' || ACCOUNT.test(account),
      'Корр. счёт содержит 20 цифр',
    ),
    account: digits(20).refine((account) => ACCOUNT.test(account), 'Счёт содержит 20 цифр'),
    is_default: z.boolean(),
  })
  .superRefine((bank, context) => {
    // Values that do not have the form of an account are refused earlier.
    const isWhole = (account: string) => isBic(bank.bic) && ACCOUNT.test(account)
    const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (/^40817/.test(bank.account)) refuse('account', 'Это счёт физического лица: укажите счёт организации')
    else if (isWhole(bank.account) && !isAccountOfBank(bank.account, bank.bic))
      refuse('account', 'Расчётный счёт не соответствует БИК')
    if (isWhole(bank.correspondent_account) && !isCorrespondentAccountOfBank(bank.correspondent_account, bank.bic))
      refuse('correspondent_account', 'Корр. счёт не соответствует БИК')
  })
export type BankAccount = z.infer<typeof BankAccount>

/** True for the ИНН of a sole proprietor, which has 12 digits. */
export const isSoleProprietor = (inn: string) => inn.length === 12

/** Checks that a company or branch has ИНН and КПП, and that a sole proprietor has no КПП. */
export function kppProblem({ inn, kpp }: { inn: string; kpp: string | null }): string | null {
  if (isSoleProprietor(inn)) return kpp === null ? null : 'У индивидуального предпринимателя нет КПП'
  return kpp === null ? 'Заполните поле' : null
}

/** Checks that ОГРН of 13 digits belongs to a company and of 15 to a sole proprietor. */
export function ogrnProblem({ inn, ogrn }: { inn: string; ogrn: string | null }): string | null {
  if (ogrn === null) return null
  if (isSoleProprietor(inn)) return ogrn.length === 15 ? null : 'У индивидуального предпринимателя ОГРНИП из 15 цифр'
  return ogrn.length === 13 ? null : 'У организации ОГРН из 13 цифр'
}
