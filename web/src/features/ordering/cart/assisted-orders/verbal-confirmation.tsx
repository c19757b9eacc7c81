import type { PlaceOrder } from '@artikul/contract/ordering/orders/orders'
import { TextField } from '../../../../ui/fields/text-field.tsx'

type Confirmation = NonNullable<PlaceOrder['confirmed_by']>

export const VERBAL_CONFIRMATION_FIELDS = ['confirmed_by.full_name', 'confirmed_by.phone'] as const

interface Props {
  value: Confirmation
  onChange: (value: Confirmation) => void
  errors: Readonly<Record<string, string>>
}

/** Names the client's person who confirmed the order verbally to the manager. */
export function VerbalConfirmationFields({ value, onChange, errors }: Props) {
  return (
    <fieldset className="rounded-lg border border-hairline px-4 pt-2 pb-4">
      <legend className="px-1 text-sm font-semibold">Со слов клиента</legend>
      <div className="grid gap-x-4 gap-y-3.5 md:grid-cols-[1fr_14rem]">
        <TextField
          label="ФИО"
          required
          autoComplete="off"
          maxLength={200}
          value={value.full_name}
          onValueChange={(full_name) => onChange({ ...value, full_name })}
          error={errors['confirmed_by.full_name']}
        />
        <TextField
          label="Телефон"
          required
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={30}
          value={value.phone}
          onValueChange={(phone) => onChange({ ...value, phone })}
          error={errors['confirmed_by.phone']}
        />
      </div>
    </fieldset>
  )
}
