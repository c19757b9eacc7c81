import { NewPassword } from '@artikul/contract/core/fields'
import { Registration, registrationRoutes } from '@artikul/contract/companies/registration'
import { getRouteApi } from '@tanstack/react-router'
import { COMPANY_FIELDS, companyRefusals, companyOf } from '../../../../lib/queries/company-draft.ts'
import { formErrors, refusalOf, refusalsOf } from '../../../../lib/api/form-errors.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { useCompanyDraft } from '../../../../lib/queries/use-company-draft.ts'
import { CONSENT_FIELDS, consentRefusals, useConsents } from './use-consents.ts'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'

const route = getRouteApi('/registration')

export const STEPS = ['company', 'person', 'consent'] as const
export type Step = (typeof STEPS)[number]

const PERSON_FIELDS = ['full_name', 'email', 'phone'] as const
const FIELDS = [
  ...COMPANY_FIELDS.map((name) => `company.${name}`),
  ...PERSON_FIELDS.map((name) => `person.${name}`),
  'password',
  ...CONSENT_FIELDS,
]

const stepOf = (path: string): Step => {
  if (path.startsWith('company.')) return 'company'
  return path.startsWith('accepted.') ? 'consent' : 'person'
}

const within = (prefix: string, refusals: Record<string, string>) =>
  Object.fromEntries(Object.entries(refusals).map(([name, text]) => [`${prefix}.${name}`, text]))

/** Registration form of a company. The step is part of the address, so that the browser's «Назад» loses nothing. */
export function useRegistration() {
  const { step: wanted = 'company' } = route.useSearch()
  const navigate = route.useNavigate()
  const company = useCompanyDraft()
  const consents = useConsents()
  const form = useForm({ defaultValues: { person: { full_name: '', email: '', phone: '' }, password: '' } })
  const { person, password } = form.draft
  const go = (step: Step) => navigate({ search: { step: step === 'company' ? undefined : step } })

  const refusals: Record<Step, () => Record<string, string>> = {
    company: () => within('company', companyRefusals(company.draft)),
    person: () => {
      const wrong = refusalOf(NewPassword, password)
      return { ...within('person', refusalsOf(Registration.shape.person, person)), ...(wrong && { password: wrong }) }
    },
    consent: () => consentRefusals(consents),
  }
  /** A later step opened by its address or after a reload requires the earlier steps to be complete. */
  const before = STEPS.slice(0, STEPS.indexOf(wanted))
  const step = before.find((one) => Object.keys(refusals[one]()).length > 0) ?? wanted

  const refuse = async (error: unknown) => {
    const next = formErrors(error, FIELDS)
    const isStale = await consents.restart(error)
    form.show(next)
    const first = STEPS.find((one) => Object.keys(next.fields).some((path) => stepOf(path) === one))
    if (isStale) await go('consent')
    else if (first) await go(first)
  }
  const send = useApiMutation(registrationRoutes.register, { onError: refuse })
  return {
    step,
    company,
    consents,
    person,
    password,
    errors: form.errors,
    busy: send.isPending,
    isSent: send.isSuccess,
    forget: form.forget,
    changePerson: (fields: Partial<typeof person>) => form.change({ person: { ...person, ...fields } }),
    changePassword: (text: string) => form.change({ password: text }),
    back: () => void go(STEPS[STEPS.indexOf(step) - 1] ?? 'company'),
    submit: () => {
      if (!form.passes(refusals[step]())) return
      const next = STEPS[STEPS.indexOf(step) + 1]
      if (next) void go(next)
      else
        send.mutate({
          body: { company: companyOf(company.draft), person, password, accepted: consents.accepted },
        })
    },
  }
}
export type RegistrationForm = ReturnType<typeof useRegistration>
