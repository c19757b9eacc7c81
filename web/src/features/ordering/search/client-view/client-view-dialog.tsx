import { formatPhone } from '@artikul/contract/core/phone'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { MAX_STEPS, USUAL_MARKUP } from '../../../../lib/text/client-markup.ts'
import { useSession } from '../../../../lib/session/current-session.ts'
import { NO_ERRORS } from '../../../../lib/api/form-errors.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { MoneyField, NumberField } from '../../../../ui/fields/number-field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { useClientView } from './client-view.ts'
import { boundErrors, markupDraftOf, markupOf, percentError, withStep, type MarkupDraft } from './markup-draft.ts'

const ROUNDING_NAMES = [
  { value: 1, label: 'до копейки' },
  { value: 100, label: 'до рубля' },
  { value: 1000, label: 'до 10 рублей' },
] as const

interface Props {
  onClose: () => void
  onSaved?: () => void
}

/** Settings of the client view: the buyer's markup and the name shown to the buyer's own clients. */
export default function ClientViewDialog({ onClose, onSaved }: Props) {
  const { contractor, user } = useSession()
  const { settings, save } = useClientView()
  const typed = useForm({
    defaultValues: {
      markup: markupDraftOf(settings?.markup ?? USUAL_MARKUP),
      name: settings?.name ?? contractor?.name ?? '',
      phone: settings?.phone ?? formatPhone(user?.phone ?? ''),
    },
  })
  const { markup: draft, name, phone } = typed.draft
  const setDraft = (markup: MarkupDraft) => typed.change({ markup })
  const [isTried, setTried] = useState(false)
  const submit = () => {
    setTried(true)
    const markup = markupOf(draft)
    if (!markup || !name.trim()) return
    save({ markup, name: name.trim(), phone: phone.trim() })
    onSaved?.()
    onClose()
  }
  return (
    <FormDialog
      title="Цены для клиента"
      description="Наценка на ваши цены. Настройка хранится в этом браузере, клиенту она не видна."
      submit="Сохранить"
      form={{ errors: NO_ERRORS, busy: false, submit }}
      isDirty={typed.isDirty}
      onClose={onClose}
    >
      <Steps draft={draft} onChange={setDraft} checked={isTried} />
      <Select
        label="Округлять вверх"
        items={ROUNDING_NAMES}
        value={draft.roundUpToKop}
        onValueChange={(roundUpToKop) => roundUpToKop && setDraft({ ...draft, roundUpToKop })}
      />
      <div className="grid gap-3.5 sm:grid-cols-2">
        <TextField
          label="Название в предложении"
          required
          maxLength={200}
          value={name}
          onValueChange={(text) => typed.change({ name: text })}
          error={isTried && !name.trim() ? 'Укажите название' : undefined}
        />
        <TextField
          label="Телефон в предложении"
          maxLength={50}
          value={phone}
          onValueChange={(text) => typed.change({ phone: text })}
        />
      </div>
    </FormDialog>
  )
}

interface StepsProps {
  draft: MarkupDraft
  onChange: (draft: MarkupDraft) => void
  /** True after the first submit, when errors become visible. */
  checked: boolean
}

const ROW = 'grid grid-cols-[1fr_1fr_2rem] items-start gap-x-3'

function Steps({ draft, onChange, checked }: StepsProps) {
  const { steps, above } = draft
  const bounds = checked ? boundErrors(steps) : new Map<number, string>()
  const errorOf = (percent: number | null) => (checked ? percentError(percent) : undefined)
  const change = (key: number, fields: Partial<MarkupDraft['steps'][number]>) =>
    onChange({ ...draft, steps: steps.map((step) => (step.key === key ? { ...step, ...fields } : step)) })
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="sr-only">Наценка по цене</legend>
      {steps.map(({ key, upToKop, percent }) => (
        <div key={key} className={ROW}>
          <MoneyField
            label="Цена до"
            value={upToKop}
            onValueChange={(kop) => change(key, { upToKop: kop })}
            error={bounds.get(key)}
          />
          <NumberField
            label="Наценка, %"
            value={percent}
            onValueChange={(next) => change(key, { percent: next })}
            error={errorOf(percent)}
          />
          <IconButton
            label="Убрать ступень"
            className="mt-6"
            icon={<IconTrash size={16} />}
            onClick={() => onChange({ ...draft, steps: steps.filter((step) => step.key !== key) })}
          />
        </div>
      ))}
      <div className={ROW}>
        <p className="pt-8 text-sm">{steps.length > 0 ? 'Дороже' : 'Любая цена'}</p>
        <NumberField
          label="Наценка, %"
          value={above}
          onValueChange={(next) => onChange({ ...draft, above: next })}
          error={errorOf(above)}
        />
      </div>
      {steps.length < MAX_STEPS - 1 && (
        <Button
          size="sm"
          className="self-start"
          icon={<IconPlus size={14} />}
          onClick={() => onChange({ ...draft, steps: withStep(steps) })}
        >
          Добавить ступень
        </Button>
      )}
    </fieldset>
  )
}
