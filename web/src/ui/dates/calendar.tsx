import { DayPicker, type Matcher } from 'react-day-picker'
import { ru } from 'react-day-picker/locale/ru'
import { dateOf, dayOf } from '../../lib/text/day-text.ts'
import { Button } from '../button.tsx'
import '../styles/calendar.css'
import { LABELS } from '../fields/labels.ts'

interface Props {
  value: string | null
  min?: string | undefined
  max?: string | undefined
  onChoose: (day: string | null) => void
}

export default function Calendar({ value, min, max, onChoose }: Props) {
  const selected = value ? dateOf(value) : undefined
  const disabled: Matcher[] = [...(min ? [{ before: dateOf(min) }] : []), ...(max ? [{ after: dateOf(max) }] : [])]
  return (
    <>
      <DayPicker
        mode="single"
        locale={ru}
        weekStartsOn={1}
        autoFocus
        disabled={disabled}
        onSelect={(date) => onChoose(date ? dayOf(date) : null)}
        {...(selected && { selected, defaultMonth: selected })}
      />
      <div className="mt-2 flex justify-between gap-2">
        <Button size="sm" look="ghost" onClick={() => onChoose(dayOf(new Date()))}>
          {LABELS.today}
        </Button>
        <Button size="sm" look="ghost" onClick={() => onChoose(null)}>
          {LABELS.clear}
        </Button>
      </div>
    </>
  )
}
