import { registrationRoutes, type Registration } from '@artikul/contract/registration'
import { call } from '../../lib/call.ts'
import { companyOf, type CompanyDraft } from '../../lib/company-draft.ts'
import type { Consents } from './use-consents.ts'

export interface PersonDraft {
  full_name: string
  email: string
  phone: string
}

export const registrationOf = (
  company: CompanyDraft,
  person: PersonDraft,
  password: string,
  { accepted }: Consents,
): Registration => ({ company: companyOf(company), person, password, accepted })

export const register = (body: Registration) => call(registrationRoutes.register, { body })

export const confirmRegistration = (token: string) => call(registrationRoutes.confirm, { body: { token } })

export const addCompany = (company: CompanyDraft, { accepted }: Consents) =>
  call(registrationRoutes.addCompany, { body: { company: companyOf(company), accepted } })
