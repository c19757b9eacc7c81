import { useState } from 'react'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { QtyStepper } from '../../../ui/fields/qty-stepper.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { SearchSelect } from '../../../ui/fields/search-select.tsx'
import { RowSelect, Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'

const POINTS = [
  { value: 1, label: 'Сервис на Ленина' },
  { value: 2, label: 'Склад Парнас' },
  { value: 3, label: 'Закрытая точка', disabled: true },
]
const FOURS = { multiplicity: 4 }
const ignore = () => undefined

export function ChoicesSample() {
  const [on, setOn] = useState(true)
  const [point, setPoint] = useState<number | null>(1)
  const [term, setTerm] = useState(1)
  const [qty, setQty] = useState(4)
  return (
    <div className="grid gap-x-4 gap-y-3.5 md:grid-cols-2">
      <Select label="Список" items={POINTS} value={point} onValueChange={setPoint} />
      <Select
        label="Список с ошибкой"
        error="Выберите грузополучателя"
        items={POINTS}
        value={null}
        onValueChange={ignore}
      />
      <Select label="Пустой список" items={[]} value={null} onValueChange={ignore} />
      <Select label="Список недоступен" items={POINTS} value={2} onValueChange={ignore} disabled />
      <SearchSelect label="Список с поиском" items={POINTS} value={point} onValueChange={setPoint} />
      <SearchSelect
        label="С поиском, ошибка"
        error="Выберите грузополучателя"
        items={POINTS}
        value={null}
        onValueChange={ignore}
        placeholder="Начните вводить название"
      />
      <RowSelect label="Список в строке" items={POINTS} value={point} onValueChange={setPoint} />
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
        <QtyStepper label="Количество, кратно 4" value={qty} step={FOURS} max={40} onValueChange={setQty} />
        <QtyStepper label="Количество, крупно" value={qty} step={FOURS} onValueChange={setQty} large />
        <QtyStepper label="Количество недоступно" value={1} onValueChange={ignore} disabled />
      </div>
    </div>
  )
}
