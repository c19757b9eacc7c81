import { IconPlus, IconTrash } from '@tabler/icons-react'
import { timeText } from '../../../lib/text/time-text.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { WeekdaysField } from '../../../ui/dates/weekdays-field.tsx'
import type { ZoneForm } from './use-zone-form.ts'
import { MAX_DELIVERY_RUNS, withLeaving, type DeliveryRunDraft } from './zone-draft.ts'

/** Delivery runs of a zone, one fieldset per run. */
export function DeliveryRunFields({ form }: { form: ZoneForm }) {
  const { draft, errors } = form
  return (
    <fieldset className="flex min-w-0 flex-col gap-3 border-t border-hairline pt-4">
      <legend className="contents text-base font-semibold">Рейсы</legend>
      <p className="-mt-2 text-sm text-text-2">
        {draft.runs.length === 0
          ? 'Добавьте рейс: в какие дни и во сколько отправляется машина и до какого часа на неё можно заказать.'
          : 'После сохранения рейсы встанут по времени отправления.'}
      </p>
      {draft.runs.map((run, index) => (
        <RunFields key={run.key} run={run} index={index} form={form} />
      ))}
      {errors.fields['runs'] && (
        <p role="alert" className="text-xs text-accent">
          {errors.fields['runs']}
        </p>
      )}
      {draft.runs.length < MAX_DELIVERY_RUNS && (
        <Button size="sm" className="self-start" icon={<IconPlus size={14} />} onClick={form.addRun}>
          Добавить рейс
        </Button>
      )}
    </fieldset>
  )
}

function RunFields({ run, index, form }: { run: DeliveryRunDraft; index: number; form: ZoneForm }) {
  const number = index + 1
  const change = (fields: Partial<DeliveryRunDraft>) => form.changeRun(index, { ...run, ...fields })
  const error = (field: string) => form.errors.fields[`runs.${index}.${field}`]
  // Plain text instead of the browser's time input, which follows the browser's language; here it is always 24 hours.
  const time = { inputMode: 'numeric', maxLength: 5, autoComplete: 'off', required: true } as const
  return (
    <div role="group" aria-label={`Рейс ${number}`} className="rounded-md border border-hairline p-3">
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[8.75rem_8.75rem_1fr]">
        <TextField
          {...time}
          label="Отправление"
          placeholder="10:00"
          value={run.leaves_at}
          onValueChange={(leaves_at) => change({ leaves_at })}
          onBlur={() => form.changeRun(index, withLeaving(run, timeText(run.leaves_at)))}
          error={error('leaves_at')}
        />
        <TextField
          {...time}
          label="Заказать до"
          placeholder="09:00"
          value={run.order_before}
          onValueChange={(order_before) => change({ order_before })}
          onBlur={() => change({ order_before: timeText(run.order_before) })}
          error={error('order_before')}
        />
        <TextField
          label="Название"
          placeholder="Рейс 10:00"
          className="max-sm:col-span-2"
          required
          maxLength={50}
          autoComplete="off"
          value={run.name}
          onValueChange={(name) => change({ name })}
          error={error('name')}
        />
      </div>
      <div className="mt-3 flex items-end justify-between gap-2">
        <WeekdaysField
          label="Дни недели"
          bare
          value={run.weekdays}
          onValueChange={(weekdays) => change({ weekdays })}
          error={error('weekdays')}
        />
        <IconButton
          label={`Убрать рейс ${number}`}
          icon={<IconTrash size={16} />}
          onClick={() => form.removeRun(index)}
        />
      </div>
    </div>
  )
}
