import type { z } from 'zod'
import { Email, orEmpty, Phone, requiredText, text } from '../core/fields.ts'
import { Inn, Kpp, kppProblem, Ogrn, ogrnProblem, Okpo } from '../core/identifiers.ts'

/** Requisites of a company as entered by itself. */
export const requisites = {
  inn: Inn,
  kpp: Kpp.nullable(),
  ogrn: Ogrn.nullable(),
  okpo: Okpo.nullable(),
  /** «ООО „Ромашка“» */
  name: requiredText(200),
  full_name: requiredText(500),
  /** «Юридический адрес» */
  address: requiredText(500),
  /** «Фактический адрес»; empty when it equals the legal one. */
  actual_address: text(500),
  director_title: text(100),
  director: text(200),
  phone: orEmpty(Phone),
  email: orEmpty(Email),
}

/** Refuses combinations that do not fit: КПП of a sole proprietor, ОГРН of the wrong length. */
export const withWholeRequisites = <T extends z.ZodType<{ inn: string; kpp: string | null; ogrn: string | null }>>(
  company: T,
) =>
  company.superRefine((given, context) => {
    const kpp = kppProblem(given)
    if (kpp) context.addIssue({ code: 'custom', path: ['kpp'], message: kpp })
    const ogrn = ogrnProblem(given)
    if (ogrn) context.addIssue({ code: 'custom', path: ['ogrn'], message: ogrn })
  })
