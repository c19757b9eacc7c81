import { registrationRoutes } from '@artikul/contract/companies/registration'
import { COMPANY_FIELDS, companyRefusals, companyOf } from '../../../../lib/queries/company-draft.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { session } from '../../../../lib/session/current-session.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { ConsentBoxes } from '../registration/consent-boxes.tsx'
import { CONSENT_FIELDS, consentRefusals, useConsents } from '../registration/use-consents.ts'
import { call } from '../../../../lib/api/call.ts'
import { NewCompanyFields } from './new-company-fields.tsx'
import { useCompanyDraft } from '../../../../lib/queries/use-company-draft.ts'
import { useSaving } from './use-saving.ts'

const under = (refusals: Record<string, string>) =>
  Object.fromEntries(Object.entries(refusals).map(([name, text]) => [`company.${name}`, text]))

/** Application of a client admin for another company. */
export default function AddCompanyDialog({ onClose }: { onClose: () => void }) {
  const company = useCompanyDraft()
  const consents = useConsents()
  const saving = useSaving(useForm({ defaultValues: {} }), {
    send: () =>
      call(registrationRoutes.addCompany, {
        body: { company: companyOf(company.draft), accepted: consents.accepted },
      }),
    known: [...COMPANY_FIELDS.map((name) => `company.${name}`), ...CONSENT_FIELDS],
    check: () => ({ ...under(companyRefusals(company.draft)), ...consentRefusals(consents) }),
    saved: 'Заявка отправлена менеджеру',
    onSaved: () => {
      onClose()
      // Reloads the user so that the page header lists the new company; a failure is ignored.
      void session.loadUser().catch(() => undefined)
    },
    onRefused: (error) => void consents.restart(error),
  })
  const { fields } = saving.errors
  return (
    <FormDialog
      side
      title="Добавить компанию"
      description="Заявку проверит менеджер: до этого можно смотреть каталог без цен."
      submit="Отправить заявку"
      form={saving}
      isDirty={company.changed}
      onClose={onClose}
    >
      <NewCompanyFields
        form={company}
        errors={Object.fromEntries(
          COMPANY_FIELDS.flatMap((name) => {
            const error = fields[`company.${name}`]
            return error ? [[name, error]] : []
          }),
        )}
        onChange={(names) => saving.forget(names.map((name) => `company.${name}`))}
      />
      <ConsentBoxes consents={consents} errors={fields} onChange={(path) => saving.forget([path])} />
    </FormDialog>
  )
}
