import { BRAND_RULES, SENDINGS, type BrandRule, type Sending } from '@artikul/contract/suppliers/online-suppliers'
import { targetsQuery } from '../../../lib/queries/price-targets-query.ts'
import { LookupList } from '../../../ui/fields/lookup-list.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { FormPart, type PartProps } from './form-part.tsx'

const RULES = Object.entries(BRAND_RULES).map(([value, label]) => ({ value: value as BrandRule, label }))
const WAYS = Object.entries(SENDINGS).map(([value, label]) => ({ value: value as Sending, label }))

/** Offered goods of a supplier and the way of ordering. */
export function OrderingFields({ draft, errors, onChange }: PartProps) {
  return (
    <>
      <FormPart title="Бренды и склады">
        <RadioGroup
          label="Какие бренды"
          items={RULES}
          value={draft.brand_rule}
          onValueChange={(rule) => onChange({ brand_rule: rule })}
        />
        <LookupList
          lookUp={targetsQuery('brand')}
          label="Бренды"
          placeholder="Добавить бренд"
          value={draft.brands}
          onValueChange={(brands) => onChange({ brands })}
          error={errors['brand_ids']}
        />
        <Switch
          label="Показывать предложения новых складов"
          checked={draft.takes_new_warehouses}
          onCheckedChange={(takes) => onChange({ takes_new_warehouses: takes })}
        />
      </FormPart>
      <FormPart title="Заказы">
        <Select
          label="Отправка заказов"
          items={WAYS}
          value={draft.sending}
          onValueChange={(sending) => sending && onChange({ sending })}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <MoneyField
            label="Наименьший заказ"
            hint="Без ограничения, если 0."
            required
            value={draft.min_order_kop}
            onValueChange={(sum) => onChange({ min_order_kop: sum })}
            error={errors['min_order_kop']}
          />
          <NumberField
            label="Допустимый рост закупки, %"
            hint="Насколько цена может вырасти после заказа."
            required
            min={0}
            max={100}
            value={draft.tolerance}
            onValueChange={(tolerance) => onChange({ tolerance })}
            error={errors['tolerance_hundredths']}
          />
        </div>
      </FormPart>
    </>
  )
}
