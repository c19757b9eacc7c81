import type { ContractorDetails, ContractorPatch } from '@artikul/contract/companies/contractors'
import type { Input } from '@artikul/contract/core/route'
import { COMPANY_FIELDS, companyOf, companyRefusals, type CompanyDraft } from '../../../../lib/queries/company-draft.ts'

export const requisitesDraftOf = (company: ContractorDetails): CompanyDraft => ({
  inn: company.inn,
  kpp: company.kpp ?? '',
  ogrn: company.ogrn ?? '',
  okpo: company.okpo ?? '',
  name: company.name,
  full_name: company.full_name,
  address: company.address,
  actual_address: company.actual_address,
  director_title: company.director_title,
  director: company.director,
  phone: company.phone,
  email: company.email,
})

type Patch = Omit<Input<typeof ContractorPatch>, 'version'>

/** Returns only the changed fields, so that another user's changes to the rest survive. */
export function requisitesPatch(company: ContractorDetails, draft: CompanyDraft): Patch {
  const was = companyOf(requisitesDraftOf(company))
  const is = companyOf(draft)
  return Object.fromEntries(COMPANY_FIELDS.filter((name) => is[name] !== was[name]).map((name) => [name, is[name]]))
}

/** Validates only the changed fields: an old company may lack what is required of new ones. */
export function patchRefusals(company: ContractorDetails, draft: CompanyDraft): Record<string, string> {
  const changed = Object.keys(requisitesPatch(company, draft))
  const judged = changed.includes('inn') ? [...changed, 'kpp', 'ogrn'] : changed
  return Object.fromEntries(Object.entries(companyRefusals(draft)).filter(([name]) => judged.includes(name)))
}
