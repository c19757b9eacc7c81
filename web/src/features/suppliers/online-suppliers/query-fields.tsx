import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { FormPart, type PartProps } from './form-part.tsx'

const LIMITS = [
  ['priority', 'Приоритет', 'Чем меньше, тем раньше среди равных.', 1, 999, true],
  ['per_second', 'Запросов в секунду', 'Лишние запросы не отправляются.', 1, 100, true],
  ['per_day', 'Запросов в сутки', 'Без ограничения, если не заполнено.', 1, 10_000_000, false],
] as const

const toSeconds = (ms: number | null) => (ms === null ? null : ms / 1000)
const toMs = (seconds: number | null) => (seconds === null ? null : Math.round(seconds * 1000))

/** Conditions and rate of querying a supplier. */
export function AskingFields({ draft, errors, onChange }: PartProps) {
  return (
    <FormPart title="Опрос">
      <div className="grid gap-3 sm:grid-cols-2">
        <NumberField
          label="Ждать ответа, с"
          hint="Поиск не ждёт поставщика дольше."
          required
          min={0.2}
          max={10}
          value={toSeconds(draft.budget_ms)}
          onValueChange={(seconds) => onChange({ budget_ms: toMs(seconds) })}
          error={errors['budget_ms']}
        />
        {LIMITS.map(([field, label, hint, min, max, required]) => (
          <NumberField
            key={field}
            label={label}
            hint={hint}
            required={required}
            min={min}
            max={max}
            value={draft[field]}
            onValueChange={(value) => onChange({ [field]: value })}
            error={errors[field]}
          />
        ))}
      </div>
      <Switch
        label="Круглосуточно"
        checked={draft.is_round_the_clock}
        onCheckedChange={(isRound) => onChange({ is_round_the_clock: isRound })}
      />
      {!draft.is_round_the_clock && (
        <div className="grid grid-cols-2 gap-3">
          <NumberField
            label="С часа"
            hint="По Москве."
            required
            min={0}
            max={23}
            value={draft.from}
            onValueChange={(from) => onChange({ from })}
            error={errors['hours.from']}
          />
          <NumberField
            label="До часа"
            hint="24 — до полуночи."
            required
            min={1}
            max={24}
            value={draft.to}
            onValueChange={(to) => onChange({ to })}
            error={errors['hours.to']}
          />
        </div>
      )}
    </FormPart>
  )
}
