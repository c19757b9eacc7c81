import {
  ACCOUNTING_MODES,
  sellerRoutes,
  SellerFields,
  TAX_REGIMES,
  type Seller,
} from '@artikul/contract/companies/sellers'
import { keysOf } from '@artikul/contract/core/keys'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api/call.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { useBankAccounts } from '../../../lib/queries/bank-accounts.ts'
import { correctedFields, companyOf, isProprietorDraft, type CompanyDraft } from '../../../lib/queries/company-draft.ts'
import { useCompanyDraft } from '../../../lib/queries/use-company-draft.ts'
import { BankAccountsFields } from '../../../ui/fields/bank-accounts-fields.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'

const REGISTERED = [
  'inn',
  'kpp',
  'ogrn',
  'name',
  'full_name',
  'address',
  'phone',
  'director_title',
  'director',
] as const

const TAX_ITEMS = keysOf(TAX_REGIMES).map((value) => ({ value, label: TAX_REGIMES[value] }))
const MODE_ITEMS = keysOf(ACCOUNTING_MODES).map((value) => ({ value, label: ACCOUNTING_MODES[value] }))
const PAIR = 'grid gap-x-4 gap-y-3.5 sm:grid-cols-2'

const storedOf = (seller: Seller | null): Partial<CompanyDraft> =>
  seller ? Object.fromEntries(REGISTERED.map((name) => [name, seller[name] ?? ''])) : {}

export default function SellerDialog({ seller, onClose }: { seller: Seller | null; onClose: () => void }) {
  const own = useForm({
    defaultValues: {
      tax_regime: seller?.tax_regime ?? null,
      accounting_mode: seller?.accounting_mode ?? '1c',
      accountant: seller?.accountant ?? '',
      invoice_prefix: seller?.invoice_prefix ?? '',
      invoice_notice: seller?.invoice_notice ?? '',
    },
  })
  const { draft, errors, change, forget, field, checked, refuse } = own
  const company = useCompanyDraft(storedOf(seller))
  const bank = useBankAccounts(seller?.accounts ?? [], () => forget(['accounts']))
  const save = useMutation({
    mutationFn: (fields: SellerFields): Promise<unknown> =>
      seller
        ? call(sellerRoutes.update, { params: { id: seller.id }, body: { version: seller.version, ...fields } })
        : call(sellerRoutes.create, { body: fields }),
    onSettled: useInvalidate('sellers', 'setup', 'contractors'),
  })
  const submit = () => {
    const registered = companyOf(company.draft)
    const fields = checked(SellerFields, {
      ...Object.fromEntries(REGISTERED.map((name) => [name, registered[name]])),
      ...draft,
      accounts: bank.accounts,
    })
    if (!fields) return
    save.mutate(fields, {
      onSuccess: () => {
        toast({
          severity: 'success',
          summary: seller ? 'Компания сохранена' : 'Компания добавлена',
          detail: fields.name,
        })
        onClose()
      },
      onError: (error) => refuse(error, [...REGISTERED, ...Object.keys(draft)]),
    })
  }
  const registered = (name: (typeof REGISTERED)[number], maxLength: number) => ({
    name,
    maxLength,
    autoComplete: 'off',
    value: company.draft[name],
    onValueChange: (text: string) => {
      company.change({ [name]: text })
      forget(correctedFields({ [name]: text }))
    },
    error: (name === 'inn' ? company.innRefusal : undefined) ?? errors.fields[name],
  })
  const text = (name: 'accountant' | 'invoice_prefix' | 'invoice_notice', maxLength: number) => ({
    maxLength,
    autoComplete: 'off',
    ...field(name),
  })
  return (
    <FormDialog
      side
      title={seller ? seller.name : 'Новая компания'}
      label="Наша компания"
      submit={seller ? 'Сохранить' : 'Добавить'}
      form={{ errors, busy: save.isPending, submit }}
      isDirty={own.isDirty || company.changed || bank.changed}
      onClose={onClose}
    >
      <div className={PAIR}>
        <TextField {...registered('inn', 20)} label="ИНН" required inputMode="numeric" />
        {!isProprietorDraft(company.draft) && <TextField {...registered('kpp', 15)} label="КПП" required />}
      </div>
      <TextField {...registered('name', 200)} label="Наименование" required hint="Короткое: ООО «Ромашка»" />
      <TextField {...registered('full_name', 500)} label="Полное наименование" required />
      <div className={PAIR}>
        <TextField {...registered('ogrn', 20)} label="ОГРН" required inputMode="numeric" />
        <TextField {...registered('phone', 30)} label="Телефон" type="tel" inputMode="tel" />
      </div>
      <TextField {...registered('address', 500)} label="Юридический адрес" required />
      <div className={PAIR}>
        <TextField {...registered('director_title', 100)} label="Должность руководителя" required />
        <TextField {...registered('director', 200)} label="Руководитель" required hint="Как в подписи: Иванов И. И." />
        <TextField {...text('accountant', 200)} label="Главный бухгалтер" />
        <Select label="Налоговый режим" required placeholder="Выберите" items={TAX_ITEMS} {...field('tax_regime')} />
        <TextField
          {...text('invoice_prefix', 10)}
          label="Префикс номеров счетов"
          required
          hint="АБ — счета АБ-1, АБ-2"
        />
        <Select
          label="Учёт ведётся"
          required
          items={MODE_ITEMS}
          value={draft.accounting_mode}
          onValueChange={(mode) => mode && change({ accounting_mode: mode })}
          error={errors.fields['accounting_mode']}
        />
      </div>
      <TextField
        {...text('invoice_notice', 1000)}
        label="Текст в счёте"
        hint="Например, срок оплаты и условия отгрузки."
      />
      <BankAccountsFields form={bank} disabled={false} errors={errors.fields} />
    </FormDialog>
  )
}
