import { contractorRoutes, type ContractorDetails } from '@artikul/contract/companies/contractors'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { COMPANY_FIELDS } from '../../../../lib/queries/company-draft.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { Notice } from '../../../../ui/hints/notice.tsx'
import { call } from '../../../../lib/api/call.ts'
import { BankAccountsFields } from '../../../../ui/fields/bank-accounts-fields.tsx'
import { ACCOUNT_FIELDS, useBankAccounts } from '../../../../lib/queries/bank-accounts.ts'
import { CompanyFields } from './company-fields.tsx'
import { requisitesDraftOf, patchRefusals, requisitesPatch } from './requisites-draft.ts'
import { useSaving } from './use-saving.ts'

interface Props {
  company: ContractorDetails
  onClose: () => void
}

/** Requisites and bank accounts of a company. */
export default function RequisitesDialog({ company, onClose }: Props) {
  const form = useForm({ values: requisitesDraftOf(company), paths: { inn: ['inn', 'kpp', 'ogrn'] } })
  const accounts = useBankAccounts(company.accounts, () => form.forget(accountPaths(accounts.rows)))
  const { draft } = form
  const patch = requisitesPatch(company, draft)
  const { can } = company
  const saving = useSaving(form, {
    send: () =>
      call(contractorRoutes.update, {
        params: { id: company.id },
        body: { version: company.version, ...patch, ...(accounts.changed && { accounts: accounts.accounts }) },
      }),
    known: [...COMPANY_FIELDS, ...accountPaths(accounts.rows)],
    check: () => ({ ...patchRefusals(company, draft), ...(accounts.changed && underAccounts(accounts.refusals())) }),
    saved: 'Реквизиты сохранены',
    onSaved: onClose,
  })
  return (
    <FormDialog
      side
      title="Реквизиты"
      submit="Сохранить"
      form={saving}
      isDirty={accounts.changed || Object.keys(patch).length > 0}
      onClose={onClose}
    >
      {!can.edit_identity && <Notice>ИНН, КПП, ОГРН и наименование работающей компании меняет ваш менеджер.</Notice>}
      <CompanyFields
        draft={draft}
        change={form.change}
        errors={saving.errors.fields}
        identityLocked={!can.edit_identity}
        contactsLocked={!can.edit_contacts}
      />
      <BankAccountsFields form={accounts} disabled={!can.edit_contacts} errors={saving.errors.fields} />
    </FormDialog>
  )
}

const accountPaths = (rows: readonly unknown[]) => [
  'accounts',
  ...rows.flatMap((_, index) => ACCOUNT_FIELDS.map((name) => `accounts.${index}.${name}`)),
]

const underAccounts = (refusals: Record<string, string>) =>
  Object.fromEntries(Object.entries(refusals).map(([path, text]) => [`accounts.${path}`, text]))
