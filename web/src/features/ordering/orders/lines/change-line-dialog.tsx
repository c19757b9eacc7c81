import {
  ANSWER_HOURS,
  ChangeLine,
  compareTerms,
  WITHOUT_ANSWER,
  changeApprovalRoutes,
  type WithoutAnswer,
} from '@artikul/contract/ordering/orders/change-approvals'
import { CHANGEABLE } from '@artikul/contract/ordering/orders/line-transitions'
import { toThousandths } from '@artikul/contract/core/money'
import type { OrderLine } from '@artikul/contract/ordering/orders/orders'
import { counted } from '@artikul/contract/core/plural'
import { quantity } from '../../../../lib/text/format.ts'
import { targetsQuery } from '../../../../lib/queries/price-targets-query.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { DateField } from '../../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { LookupField, type LookupResult } from '../../../../ui/fields/lookup-field.tsx'
import { Notice } from '../../../../ui/hints/notice.tsx'
import { MoneyField, NumberField } from '../../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../../ui/fields/radio-group.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { TextArea } from '../../../../ui/fields/text-field.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { useInvalidate, useApiMutation } from '../../../../lib/api/use-api-mutation.ts'
import { ORDER_KEYS } from '../order-acts.ts'

interface Props {
  line: OrderLine
  /** True when an approval is open, which the new one replaces. */
  isAsked: boolean
  onClose: () => void
}

interface Draft {
  price: number | null
  expected: string | null
  guaranteed: string | null
  product: LookupResult | null
  qty: number | null
  reason: string
  hours: number
  otherwise: WithoutAnswer
}

const HOURS = [4, 8, ANSWER_HOURS, 48, 72].map((hours) => ({
  value: hours,
  label: counted(hours, 'час', 'часа', 'часов'),
}))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const OTHERWISE = (['drop', 'keep'] as const).map((value) => ({ value, label: capital(WITHOUT_ANSWER[value]) }))

/** Quantity of the line that has not arrived yet. */
const changeableQty = ({ parts }: Pick<OrderLine, 'parts'>) =>
  parts
    .filter(({ state, shipment }) => !shipment && CHANGEABLE.includes(state))
    .reduce((sum, { qty }) => sum + toThousandths(qty), 0) / 1000

/** Builds the request from changed fields only, so that another user's changes to the rest survive. */
function bodyOf(draft: Draft, line: OrderLine): object {
  const { price, expected, guaranteed, product, qty } = draft
  return {
    ...(price !== line.price_kop && { price_kop: price }),
    ...(expected !== line.expected_date && { expected_date: expected }),
    ...(guaranteed !== line.guaranteed_date && { guaranteed_date: guaranteed }),
    ...(product && { product_id: product.id }),
    ...(qty !== changeableQty(line) && { qty }),
    reason: draft.reason,
    answer_hours: draft.hours,
    on_timeout: draft.otherwise,
  }
}

/** True when the change requires the client's approval; null while nothing differs. */
function isWorseOf({ price, expected, guaranteed, product, qty }: Draft, line: OrderLine): boolean | null {
  const { price_kop, expected_date, guaranteed_date, brand, article } = line
  const before = { price_kop: price_kop ?? 0, expected_date, guaranteed_date, brand, article, qty: changeableQty(line) }
  const { isWorse, isSame } = compareTerms(before, {
    price_kop: price ?? before.price_kop,
    expected_date: expected ?? expected_date,
    guaranteed_date: guaranteed ?? guaranteed_date,
    brand,
    article: product?.name ?? article,
    qty: qty ?? before.qty,
  })
  return isSame ? null : isWorse
}

function useChange({ line, onClose }: Props) {
  const refresh = useInvalidate(...ORDER_KEYS)
  const form = useForm<Draft>({
    defaultValues: {
      price: line.price_kop,
      expected: line.expected_date,
      guaranteed: line.guaranteed_date,
      product: null,
      qty: changeableQty(line),
      reason: '',
      hours: ANSWER_HOURS,
      otherwise: 'drop',
    },
    paths: {
      price: 'price_kop',
      expected: 'expected_date',
      guaranteed: 'guaranteed_date',
      product: 'product_id',
      hours: 'answer_hours',
    },
  })
  const send = useApiMutation(changeApprovalRoutes.change, {
    onSuccess: async ({ is_asked: isAsked }) => {
      const summary = isAsked ? 'Клиент получит вопрос о новых условиях' : 'Условия изменены, клиенту сообщили'
      toast({ severity: 'success', summary: `${line.brand} ${line.article}: ${summary}` })
      onClose()
      await refresh()
    },
    onError: (error) => form.refuse(error),
  })
  const submit = () => {
    const body = form.checked(ChangeLine, bodyOf(form.draft, line))
    if (body) send.mutate({ params: { id: line.id }, body })
  }
  return { ...form, busy: send.isPending, submit }
}

/** Changes date, price, article and quantity of goods that have not arrived. */
export default function ChangeLineDialog(props: Props) {
  const { line, isAsked, onClose } = props
  const { draft, errors, isDirty, change, field, busy, submit } = useChange(props)
  const isWorse = isWorseOf(draft, line)
  return (
    <FormDialog
      width="md"
      title={`Цена и срок: ${line.brand} ${line.article}`}
      description={line.name}
      submit={isWorse ? 'Спросить клиента' : 'Изменить'}
      disabled={isWorse === null}
      form={{ errors, busy, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      {isAsked && <Notice>Клиенту уже задан вопрос по этой строке: новые условия займут его место.</Notice>}
      <div className="grid gap-3.5 sm:grid-cols-2">
        <DateField
          label="Ожидаем"
          value={draft.expected}
          onValueChange={(expected) => {
            const isLater = expected !== null && draft.guaranteed !== null && expected > draft.guaranteed
            change({ expected, ...(isLater && { guaranteed: expected }) })
          }}
          error={errors.fields['expected_date']}
        />
        <DateField label="Гарантируем" {...field('guaranteed')} />
        <MoneyField label={`Цена за 1 ${line.unit}`} {...field('price')} />
        <NumberField
          label="Количество"
          hint={`Ещё не пришло ${quantity(changeableQty(line), line.unit)}`}
          min={0}
          max={changeableQty(line)}
          format={{ maximumFractionDigits: 3 }}
          {...field('qty')}
        />
        <LookupField
          label="Другой товар вместо этого"
          placeholder="Бренд или артикул"
          className="sm:col-span-2"
          lookUp={targetsQuery('product')}
          {...field('product')}
        />
      </div>
      <TextArea label="Причина" hint="Её увидит и покупатель" required maxLength={300} {...field('reason')} />
      {isWorse === false && <Notice>Для клиента это лучше: изменим сразу и сообщим ему.</Notice>}
      {isWorse && (
        <>
          <Notice tone="warn">
            Для клиента это хуже: {quantity(changeableQty(line), line.unit)} подождут его решения.
          </Notice>
          <Select
            label="Сколько ждать ответа (выходные не считаются)"
            items={HOURS}
            value={draft.hours}
            onValueChange={(hours) => hours && change({ hours })}
          />
          <RadioGroup
            label="Если клиент не ответит"
            items={OTHERWISE}
            value={draft.otherwise}
            onValueChange={(otherwise) => change({ otherwise })}
          />
        </>
      )}
    </FormDialog>
  )
}
