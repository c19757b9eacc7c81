import { Registration } from '@artikul/contract/companies/registration'
import { Inn, isSoleProprietor, kppProblem, ogrnProblem } from '@artikul/contract/core/identifiers'
import type { PartySuggestion } from '@artikul/contract/companies/suggestions'
import type { z } from 'zod'
import { refusalOf, refusalsOf } from '../api/form-errors.ts'

const Company = Registration.shape.company
type Company = z.input<typeof Company>

/** Requisites in a form: texts as typed, never null. */
export type CompanyDraft = { [K in keyof Company]: string }

export const EMPTY_COMPANY: CompanyDraft = {
  inn: '',
  kpp: '',
  ogrn: '',
  okpo: '',
  name: '',
  full_name: '',
  address: '',
  actual_address: '',
  director_title: '',
  director: '',
  phone: '',
  email: '',
}

export const COMPANY_FIELDS = [
  'inn',
  'kpp',
  'ogrn',
  'okpo',
  'name',
  'full_name',
  'address',
  'actual_address',
  'director_title',
  'director',
  'phone',
  'email',
] as const satisfies readonly (keyof CompanyDraft)[]

/** Removes pasted spaces and hyphens, as the contract does. */
export const digitsOf = (typed: string) => typed.replace(/[\s\u00a0\u202f-]/g, '')

/** Returns the fields that a change may correct: by a whole ИНН, the register fills the others. */
export const correctedFields = (typed: Partial<CompanyDraft>): readonly string[] =>
  typed.inn !== undefined && refusalOf(Inn, digitsOf(typed.inn)) === undefined ? COMPANY_FIELDS : Object.keys(typed)

export const isProprietorDraft = ({ inn }: Pick<CompanyDraft, 'inn'>) => isSoleProprietor(digitsOf(inn))

const orNull = (typed: string) => (typed.trim() === '' ? null : typed)

/** Builds the request; a КПП left from another ИНН is not sent for a sole proprietor. */
export const companyOf = (draft: CompanyDraft): Company => ({
  ...draft,
  kpp: isProprietorDraft(draft) ? null : orNull(draft.kpp),
  ogrn: orNull(draft.ogrn),
  okpo: orNull(draft.okpo),
})

/** Returns all errors of requisites before sending. */
export function companyRefusals(draft: CompanyDraft): Record<string, string> {
  const company = companyOf(draft)
  const plain = { inn: digitsOf(company.inn), kpp: company.kpp, ogrn: company.ogrn && digitsOf(company.ogrn) }
  const kpp = kppProblem(plain)
  const ogrn = ogrnProblem(plain)
  return { ...(kpp && { kpp }), ...(ogrn && { ogrn }), ...refusalsOf(Company, company) }
}

/** Returns the fields known to the company register; the user types the rest. */
export const suggestedFields = (party: PartySuggestion): Partial<CompanyDraft> => ({
  kpp: party.kpp ?? '',
  ogrn: party.ogrn ?? '',
  okpo: party.okpo ?? '',
  name: party.name,
  full_name: party.full_name,
  address: party.address,
  director_title: party.director_title,
  director: party.director,
})
