import { contractorRoutes, type ContractorDetails } from '@artikul/contract/companies/contractors'
import { MAX_DELAY_DAYS, Tolerance } from '@artikul/contract/companies/tolerance'
import { useState } from 'react'
import { useFormErrors } from '../../../../lib/browser/use-form-errors.ts'
import { refusalsOf } from '../../../../lib/api/form-errors.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { MoneyField, NumberField } from '../../../../ui/fields/number-field.tsx'
import { useSaving } from '../company-fields/use-saving.ts'
import { call } from '../../../../lib/api/call.ts'

type Draft = { [limit in keyof Tolerance]: number | null }

const LIMITS = Object.keys(Tolerance.shape)
const pathOf = (limit: string) => `tolerance.${limit}`

/** Form state as changes over the stored limits; an empty field means no limit. */
export default function ToleranceDialog({ company, onClose }: { company: ContractorDetails; onClose: () => void }) {
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const draft: Draft = { ...company.tolerance, ...typed }
  const tolerance: Tolerance = {
    rise_share: draft.rise_share ?? 0,
    rise_kop: draft.rise_kop ?? 0,
    delay_days: draft.delay_days ?? 0,
  }
  const saving = useSaving(useFormErrors(), {
    send: () =>
      call(contractorRoutes.update, { params: { id: company.id }, body: { version: company.version, tolerance } }),
    known: LIMITS.map(pathOf),
    check: () =>
      Object.fromEntries(Object.entries(refusalsOf(Tolerance, tolerance)).map(([path, text]) => [pathOf(path), text])),
    saved: 'Допуск сохранён',
    onSaved: onClose,
  })
  const change = (limits: Partial<Draft>) => {
    setTyped((all) => ({ ...all, ...limits }))
    saving.forget(LIMITS.map(pathOf))
  }
  const errorOf = (limit: keyof Tolerance) => saving.errors.fields[pathOf(limit)]
  return (
    <FormDialog
      title="Допуск изменений при заказе"
      description="В этих пределах заказ оформляется без вопроса. Ноль: предел не задан."
      submit="Сохранить"
      form={saving}
      isDirty={Object.keys(typed).length > 0}
      onClose={onClose}
    >
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField
          label="Рост цены, %"
          hint="От цены, которую вы видели."
          min={0}
          max={100}
          value={draft.rise_share === null ? null : draft.rise_share / 100}
          onValueChange={(percent) => change({ rise_share: percent === null ? null : Math.round(percent * 100) })}
          error={errorOf('rise_share')}
        />
        <MoneyField
          label="Рост цены за единицу"
          hint="Если заданы оба предела цены, действуют оба."
          value={draft.rise_kop}
          onValueChange={(rise_kop) => change({ rise_kop })}
          error={errorOf('rise_kop')}
        />
        <NumberField
          label="Перенос срока, дней"
          hint="На сколько дней позже показанного."
          min={0}
          max={MAX_DELAY_DAYS}
          value={draft.delay_days}
          onValueChange={(delay_days) => change({ delay_days })}
          error={errorOf('delay_days')}
        />
      </div>
    </FormDialog>
  )
}
