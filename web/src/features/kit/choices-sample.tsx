import { useState } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { QtyStepper } from '../../ui/qty-stepper.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { Select } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'

const POINTS = [
  { value: 1, label: 'Сервис на Ленина' },
  { value: 2, label: 'Склад Парнас' },
  { value: 3, label: 'Закрытая точка', disabled: true },
]
const ignore = () => undefined

export function ChoicesSample() {
  const [on, setOn] = useState(true)
  const [point, setPoint] = useState<number | null>(1)
  const [term, setTerm] = useState(1)
  const [qty, setQty] = useState(4)
  return (
    <div className="grid gap-x-4 gap-y-3.5 md:grid-cols-2">
      <Field label="Список">
        <Select items={POINTS} value={point} onValueChange={setPoint} />
      </Field>
      <Field label="Список с ошибкой" error="Выберите грузополучателя">
        <Select items={POINTS} value={null} onValueChange={ignore} />
      </Field>
      <Field label="Пустой список">
        <Select items={[]} value={null} onValueChange={ignore} />
      </Field>
      <Field label="Список недоступен">
        <Select items={POINTS} value={2} onValueChange={ignore} disabled />
      </Field>
      <Field label="Список с поиском">
        <SearchSelect items={POINTS} value={point} onValueChange={setPoint} />
      </Field>
      <Field label="С поиском, ошибка" error="Выберите грузополучателя">
        <SearchSelect items={POINTS} value={null} onValueChange={ignore} placeholder="Начните вводить название" />
      </Field>
      <div>
        <Checkbox label="Отмечено" checked={on} onCheckedChange={setOn} />
        <Checkbox label="Частично" checked={false} indeterminate onCheckedChange={ignore} />
        <Checkbox label="Снято" checked={!on} onCheckedChange={(next) => setOn(!next)} />
        <Checkbox label="Недоступно" checked disabled onCheckedChange={ignore} />
        <Switch label="Без НДС" checked={on} onCheckedChange={setOn} />
        <Switch label="Выключено" checked={!on} onCheckedChange={(next) => setOn(!next)} />
        <Switch label="Недоступно" checked disabled onCheckedChange={ignore} />
      </div>
      <div className="flex flex-col gap-2">
        <RadioGroup
          label="Срок поставки"
          items={[
            { value: 1, label: 'До 1 дня' },
            { value: 3, label: 'До 3 дней' },
          ]}
          value={term}
          onValueChange={setTerm}
        />
        <QtyStepper label="Количество, кратно 4" value={qty} step={4} max={40} onValueChange={setQty} />
        <QtyStepper label="Количество, крупно" value={qty} step={4} onValueChange={setQty} large />
        <QtyStepper label="Количество недоступно" value={1} step={1} onValueChange={ignore} disabled />
      </div>
    </div>
  )
}
