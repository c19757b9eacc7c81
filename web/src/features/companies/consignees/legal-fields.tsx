import { Inn, Kpp } from '@artikul/contract/core/identifiers'
import { useState } from 'react'
import { refusalOf } from '../../../lib/api/form-errors.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { ConsigneeForm } from './use-consignee-form.ts'

const CHECKS = { inn: Inn, kpp: Kpp } as const

/** Fields of the consignee's name in documents. */
export function LegalFields({ form: { draft, change, errors, field } }: { form: ConsigneeForm }) {
  const [left, setLeft] = useState({ inn: false, kpp: false })
  // An incomplete number is no error yet: the field is checked on leaving it, and then on every key.
  const errorOf = (field: keyof typeof CHECKS) =>
    (left[field] && draft[field].trim() !== '' ? refusalOf(CHECKS[field], draft[field]) : undefined) ??
    errors.fields[field]
  return (
    <fieldset className="flex min-w-0 flex-col gap-3.5">
      <legend className="mb-1 text-xs font-semibold text-text-2">Юридический грузополучатель</legend>
      <Checkbox
        label="Он же — компания-покупатель"
        checked={draft.isCompany}
        onCheckedChange={(isCompany) => change({ isCompany })}
      />
      {!draft.isCompany && (
        <>
          <TextField {...field('legal_name')} label="Наименование" required maxLength={300} />
          <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
            <TextField
              {...field('inn')}
              label="ИНН"
              inputMode="numeric"
              maxLength={20}
              onBlur={() => setLeft((all) => ({ ...all, inn: true }))}
              error={errorOf('inn')}
            />
            <TextField
              {...field('kpp')}
              label="КПП"
              maxLength={15}
              hint="У индивидуального предпринимателя нет КПП"
              onBlur={() => setLeft((all) => ({ ...all, kpp: true }))}
              error={errorOf('kpp')}
            />
          </div>
        </>
      )}
    </fieldset>
  )
}
