import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import { unitText } from '@artikul/contract/core/units'
import {
  ProductAlertFields,
  productAlertRoutes,
  type ProductAlert,
  type ProductAlertKind,
} from '@artikul/contract/ordering/product-alerts'
import { useState } from 'react'
import { useMay } from '../../../lib/session/current-session.ts'
import { formErrors, NO_ERRORS, refusalsOf } from '../../../lib/api/form-errors.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

interface Props {
  product: ProductBrief
  /** True when the product is available now, so that the alert defaults to a price. */
  available: boolean
  /** The user's alerts for the product. */
  own: readonly ProductAlert[]
  onClose: () => void
}

const KINDS: readonly { value: ProductAlertKind; label: string }[] = [
  { value: 'stock', label: 'Когда появится в наличии' },
  { value: 'price', label: 'Когда подешевеет' },
]

/** Dialog of a product alert: for an available quantity or for a price. */
export default function ProductAlertDialog({ product, available, own, onClose }: Props) {
  const seesPrices = useMay('see_prices')
  const [kind, setKind] = useState<ProductAlertKind>(available && seesPrices ? 'price' : 'stock')
  const ownQty = own.find((item) => item.kind === 'stock')?.qty ?? null
  const ownPrice = own.find((item) => item.kind === 'price')?.price_kop ?? null
  const [qty, setQty] = useState(ownQty)
  const [price, setPrice] = useState(ownPrice)
  const [refusals, setRefusals] = useState<Record<string, string>>({})
  const save = useApiMutation(productAlertRoutes.create, { invalidates: ['product-alerts'], onSuccess: onClose })
  const errors = save.error ? formErrors(save.error, ['qty', 'price_kop']) : NO_ERRORS
  const submit = () => {
    const fields: ProductAlertFields = {
      product_id: product.id,
      kind,
      qty: kind === 'stock' ? qty : null,
      price_kop: kind === 'price' ? price : null,
    }
    const found = refusalsOf(ProductAlertFields, fields)
    setRefusals(found)
    save.reset()
    if (Object.keys(found).length === 0) save.mutate({ body: fields })
  }
  const errorOf = (field: string) => refusals[field] ?? errors.fields[field]
  return (
    <FormDialog
      title={available ? 'Сообщить о цене' : 'Сообщить о поступлении'}
      description={`${product.brand} ${product.article}. Мы пришлём письмо один раз.`}
      width="sm"
      submit="Сообщить"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={qty !== ownQty || price !== ownPrice}
      onClose={onClose}
    >
      {seesPrices && <RadioGroup label="О чём сообщить" items={KINDS} value={kind} onValueChange={setKind} />}
      {kind === 'stock' ? (
        <NumberField
          label={`Не меньше, ${unitText(product.unit)}`}
          hint="На всех складах вместе. Без ограничения, если не заполнено."
          value={qty}
          onValueChange={setQty}
          error={errorOf('qty')}
        />
      ) : (
        <MoneyField
          label="Цена не выше"
          hint="Ваша цена с НДС на любом из складов."
          required
          value={price}
          onValueChange={setPrice}
          error={errorOf('price_kop')}
        />
      )}
    </FormDialog>
  )
}
