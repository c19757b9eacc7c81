import { contractorRoutes, type ContractorDetails } from '@artikul/contract/companies/contractors'
import { MAX_DELAY_DAYS, Tolerance } from '@artikul/contract/companies/tolerance'
import { z } from 'zod'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { refusalsOf } from '../../../../lib/api/form-errors.ts'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { MoneyField, NumberField } from '../../../../ui/fields/number-field.tsx'
import { useSaving } from '../company-fields/use-saving.ts'
import { call } from '../../../../lib/api/call.ts'

type Draft = { [limit in keyof Tolerance]: number | null }

const PATHS = {
  rise_share: 'tolerance.rise_share',
  rise_kop: 'tolerance.rise_kop',
  delay_days: 'tolerance.delay_days',
}
const Body = z.object({ tolerance: Tolerance })

/** Limits within which an order is placed without a question; an empty field means no limit. */
export default function ToleranceDialog({ company, onClose }: { company: ContractorDetails; onClose: () => void }) {
  const form = useForm<Draft>({ values: company.tolerance, paths: PATHS })
  const { draft, change } = form
  const tolerance: Tolerance = {
    rise_share: draft.rise_share ?? 0,
    rise_kop: draft.rise_kop ?? 0,
    delay_days: draft.delay_days ?? 0,
  }
  const saving = useSaving(form, {
    send: () =>
      call(contractorRoutes.update, { params: { id: company.id }, body: { version: company.version, tolerance } }),
    known: Object.values(PATHS),
    check: () => refusalsOf(Body, { tolerance }),
    saved: 'Допуск сохранён',
    onSaved: onClose,
  })
  return (
    <FormDialog
      title="Допуск изменений при заказе"
      description="В этих пределах заказ оформляется без вопроса. Ноль: предел не задан."
      submit="Сохранить"
      form={saving}
      isDirty={form.isDirty}
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
          error={form.errors.fields[PATHS.rise_share]}
        />
        <MoneyField
          label="Рост цены за единицу"
          hint="Если заданы оба предела цены, действуют оба."
          {...form.field('rise_kop')}
        />
        <NumberField
          label="Перенос срока, дней"
          hint="На сколько дней позже показанного."
          min={0}
          max={MAX_DELAY_DAYS}
          {...form.field('delay_days')}
        />
      </div>
    </FormDialog>
  )
}
