import { registrationRoutes, type Registration } from '@artikul/contract/companies/registration'
import { call } from '../../../../lib/api/call.ts'
import { session } from '../../../../lib/session/current-session.ts'
import { companyOf, type CompanyDraft } from '../../../../lib/queries/company-draft.ts'
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

/** Signs in with the password just typed; when that fails, the user signs in on the login page. */
export async function confirmRegistration(token: string, password: string) {
  const confirmed = await call(registrationRoutes.confirm, { body: { token, password } })
  const isSignedIn = await session.login({ login: confirmed.login, password }).then(
    () => true,
    () => false,
  )
  return { ...confirmed, isSignedIn }
}

export const addCompany = (company: CompanyDraft, { accepted }: Consents) =>
  call(registrationRoutes.addCompany, { body: { company: companyOf(company), accepted } })
