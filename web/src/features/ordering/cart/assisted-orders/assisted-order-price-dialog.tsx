import {
  AssistedOrderPrice,
  assistedOrderRoutes,
  type AssistedOrderLine,
} from '@artikul/contract/ordering/assisted-orders'
import { todayIso } from '../../../../lib/text/format.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { DateField } from '../../../../ui/dates/date-field.tsx'
import { DefinitionList } from '../../../../ui/text/definition-list.tsx'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { Money } from '../../../../ui/text/money.tsx'
import { MoneyField } from '../../../../ui/fields/number-field.tsx'
import { TextArea } from '../../../../ui/fields/text-field.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../../lib/api/use-api-mutation.ts'

const WEEK_MS = 7 * 24 * 3_600_000

interface Props {
  line: AssistedOrderLine
  onClose: () => void
}

/** Sets a lower price for one line, with its deadline and reason. */
export default function AssistedOrderPriceDialog({ line, onClose }: Props) {
  const refresh = useInvalidate('assisted-orders')
  const { promised, product } = line
  const form = useForm({
    defaultValues: {
      kop: promised?.kop ?? line.ordinary_kop,
      until: promised?.until ?? todayIso(new Date(Date.now() + WEEK_MS)),
      reason: promised?.reason ?? '',
    },
    paths: { kop: 'price.kop', until: 'price.until', reason: 'price.reason' },
  })
  const { draft, errors, isDirty, change, field } = form
  const save = useApiMutation(assistedOrderRoutes.setPrice, {
    onSuccess: async (_, { body: { price } }) => {
      toast({ severity: 'success', summary: price ? 'Цена снижена' : 'Вернули обычную цену' })
      onClose()
      await refresh()
    },
    onError: (error) => form.refuse(error),
  })
  const submit = () => {
    const body = form.checked(AssistedOrderPrice, { price: draft, version: line.version })
    if (body) save.mutate({ params: { id: line.id }, body })
  }
  return (
    <FormDialog
      title={`Цена: ${product.brand} ${product.article}`}
      description="Цена и причина останутся в журнале."
      width="sm"
      submit="Снизить цену"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
      {...(promised && {
        acts: (
          <Button
            className="mr-auto"
            onClick={() => save.mutate({ params: { id: line.id }, body: { price: null, version: line.version } })}
          >
            Вернуть обычную
          </Button>
        ),
      })}
    >
      <DefinitionList
        items={[
          ['Обычная цена', <Money key="ordinary" kop={line.ordinary_kop} />],
          ['Наименьшая', <Money key="floor" kop={line.floor_kop} />],
          ['Закупка', <Money key="purchase" kop={line.purchase_kop} />],
        ]}
      />
      <MoneyField label="Новая цена за единицу" required {...field('kop')} />
      <DateField
        label="Действует до"
        required
        min={todayIso()}
        value={draft.until}
        onValueChange={(until) => change({ until: until ?? '' })}
        error={errors.fields['price.until']}
      />
      <TextArea label="Причина" required maxLength={500} {...field('reason')} />
    </FormDialog>
  )
}
