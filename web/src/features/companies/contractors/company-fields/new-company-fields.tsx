import { Notice } from '../../../../ui/hints/notice.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { CompanyFields } from './company-fields.tsx'
import { COMPANY_FIELDS, correctedFields } from '../../../../lib/queries/company-draft.ts'
import type { CompanyForm } from '../../../../lib/queries/use-company-draft.ts'

interface Props {
  form: CompanyForm
  errors: Readonly<Record<string, string>>
  /** Called with the changed fields, whose errors no longer apply. */
  onChange: (names: readonly string[]) => void
}

/** Requisites of a new company, filled from the register by its ИНН. */
export function NewCompanyFields({ form, errors, onChange }: Props) {
  const { draft, parties, party, innRefusal } = form
  return (
    <CompanyFields
      draft={draft}
      change={(fields) => {
        form.change(fields)
        onChange(correctedFields(fields))
      }}
      errors={{ ...(innRefusal && { inn: innRefusal }), ...errors }}
      innHint={form.searching ? 'Ищем реквизиты…' : 'По ИНН заполним остальное, если организация найдётся'}
      afterInn={
        <>
          {parties.length > 1 && (
            <Select
              label="Организация или филиал"
              items={parties.map(({ kpp, name, address }) => ({
                value: kpp ?? '',
                label: [kpp && `КПП ${kpp}`, name, address].filter(Boolean).join(', '),
              }))}
              value={party?.kpp ?? null}
              placeholder="Выберите по КПП"
              onValueChange={(kpp) => {
                form.choose(kpp)
                onChange(COMPANY_FIELDS)
              }}
            />
          )}
          {party && !party.is_active && (
            <Notice tone="warn">По данным реестра эта организация не действует: проверьте ИНН.</Notice>
          )}
        </>
      }
    />
  )
}
