import { useState } from 'react'
import { useForm } from '../../../lib/browser/use-form.ts'
import { todayIso } from '../../../lib/text/format.ts'
import { timeText } from '../../../lib/text/time-text.ts'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

interface Props {
  /** Rejects with the server's error. */
  publish: (at: string | null) => Promise<void>
  onClose: () => void
}

interface Draft {
  when: 'now' | 'later'
  day: string | null
  time: string
}
const NOW: Draft = { when: 'now', day: null, time: '09:00' }

/** Moscow time has been UTC+3 all year round since 2014. */
const momentOf = (day: string, time: string) => {
  const moment = new Date(`${day}T${time}:00+03:00`)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

/** «Опубликовать»: at once, or at a chosen time. */
export default function PublishDialog({ publish, onClose }: Props) {
  const { draft, errors, change, field, passes, refuse } = useForm({
    defaultValues: NOW,
    paths: { when: 'at', day: 'at', time: 'at' },
  })
  const { when, day, time } = draft
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    const at = when === 'now' ? null : day && momentOf(day, timeText(time))
    if (!passes(when === 'later' && at === null ? { at: 'Укажите дату и время' } : {})) return
    setBusy(true)
    await publish(at).catch((error: unknown) => refuse(error))
    setBusy(false)
  }
  return (
    <FormDialog
      title="Публикация новости"
      width="sm"
      submit={when === 'now' ? 'Опубликовать' : 'Запланировать'}
      form={{ errors, busy, submit: () => void submit() }}
      isDirty={day !== null}
      onClose={onClose}
    >
      <RadioGroup
        label="Когда опубликовать"
        items={[
          { value: 'now', label: 'Сейчас' },
          { value: 'later', label: 'В назначенное время' },
        ]}
        value={when}
        onValueChange={(next) => change({ when: next })}
      />
      {when === 'later' && (
        <div className="grid grid-cols-2 items-start gap-3">
          <DateField label="Дата" required min={todayIso()} {...field('day')} />
          <TextField
            label="Время, московское"
            required
            inputMode="numeric"
            maxLength={5}
            autoComplete="off"
            value={time}
            onValueChange={(typed) => change({ time: typed })}
            onBlur={() => change({ time: timeText(time) })}
          />
        </div>
      )}
    </FormDialog>
  )
}
