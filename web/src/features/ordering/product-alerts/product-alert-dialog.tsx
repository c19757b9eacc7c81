import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import { unitText } from '@artikul/contract/core/units'
import {
  ProductAlertFields,
  productAlertRoutes,
  type ProductAlert,
  type ProductAlertKind,
} from '@artikul/contract/ordering/product-alerts'
import { useMay } from '../../../lib/session/current-session.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
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
  const { draft, errors, field, isDirty, refuse, checked } = useForm({
    defaultValues: {
      kind: available && seesPrices ? 'price' : 'stock',
      qty: own.find((item) => item.kind === 'stock')?.qty ?? null,
      price_kop: own.find((item) => item.kind === 'price')?.price_kop ?? null,
    },
  })
  const save = useApiMutation(productAlertRoutes.create, {
    invalidates: ['product-alerts'],
    onSuccess: onClose,
    onError: (error) => refuse(error, ['qty', 'price_kop']),
  })
  const { kind } = draft
  const submit = () => {
    const body = checked(ProductAlertFields, {
      product_id: product.id,
      kind,
      qty: kind === 'stock' ? draft.qty : null,
      price_kop: kind === 'price' ? draft.price_kop : null,
    })
    if (body) save.mutate({ body })
  }
  return (
    <FormDialog
      title={available ? 'Сообщить о цене' : 'Сообщить о поступлении'}
      description={`${product.brand} ${product.article}. Мы пришлём письмо один раз.`}
      width="sm"
      submit="Сообщить"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      {seesPrices && <RadioGroup label="О чём сообщить" items={KINDS} {...field('kind')} />}
      {kind === 'stock' ? (
        <NumberField
          label={`Не меньше, ${unitText(product.unit)}`}
          hint="На всех складах вместе. Без ограничения, если не заполнено."
          {...field('qty')}
        />
      ) : (
        <MoneyField label="Цена не выше" hint="Ваша цена с НДС на любом из складов." required {...field('price_kop')} />
      )}
    </FormDialog>
  )
}
