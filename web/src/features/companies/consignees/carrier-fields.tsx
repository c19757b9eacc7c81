import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import type { ConsigneeForm } from './use-consignee-form.ts'

const PAYERS = [
  { value: 'supplier', label: 'Поставщик' },
  { value: 'recipient', label: 'Получатель' },
] as const

export function CarrierFields({ form: { draft, change, errors, field } }: { form: ConsigneeForm }) {
  return (
    <div className="flex flex-col gap-3.5">
      <RadioGroup
        label="Доставка"
        items={[
          { value: 'own', label: 'Доставка поставщика' },
          { value: 'carrier', label: 'Транспортная компания' },
        ]}
        value={draft.isOurDelivery ? 'own' : 'carrier'}
        onValueChange={(value) => change({ isOurDelivery: value === 'own' })}
      />
      {!draft.isOurDelivery && (
        <>
          <div className="grid gap-x-4 gap-y-3.5 sm:grid-cols-2">
            <TextField {...field('carrier')} label="Название перевозчика" required maxLength={100} />
            <Select
              label="Кто платит"
              items={PAYERS}
              value={draft.carrier_payer}
              onValueChange={(carrier_payer) => carrier_payer && change({ carrier_payer })}
              error={errors.fields['carrier_payer']}
            />
          </div>
          <TextField
            {...field('carrier_terminal')}
            label="Терминал"
            maxLength={200}
            hint="Город и адрес терминала, если доставка до него"
          />
        </>
      )}
    </div>
  )
}
