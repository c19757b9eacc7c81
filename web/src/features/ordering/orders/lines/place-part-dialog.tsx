import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import type { Order, OrderLine } from '@artikul/contract/ordering/orders/orders'
import { PlacePart, waitingOrderRoutes } from '@artikul/contract/ordering/orders/held-orders'
import { quantity, roubles } from '../../../../lib/text/format.ts'
import { useForm } from '../../../../lib/browser/use-form.ts'
import { Article } from '../../../../ui/text/article.tsx'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { FormDialog } from '../../../../ui/windows/form-dialog.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../../lib/api/use-api-mutation.ts'
import { ORDER_KEYS } from '../order-acts.ts'

interface HeldPart {
  line: OrderLine
  qty: number
  kop: number
}

const heldPartOf = (lines: readonly OrderLine[]): HeldPart[] =>
  lines.flatMap((line) => {
    const qty = line.parts.reduce((sum, part) => sum + (part.state === 'on_hold' ? toThousandths(part.qty) : 0), 0)
    return qty > 0 ? [{ line, qty: qty / 1000, kop: lineSumKop(line.price_kop ?? 0, qty) }] : []
  })

const deliveryKop = (held: readonly HeldPart[]) =>
  held.reduce((sum, { line, kop }) => sum + (line.is_delivery ? kop : 0), 0)

/** Selects the delivery charge, and lines in the order's sequence as long as the sum suffices. */
function thatFit(held: readonly HeldPart[], availableKop: number): number[] {
  let left = availableKop - deliveryKop(held)
  return held.flatMap(({ line: { id, is_delivery: isDelivery }, kop }) => {
    if (isDelivery) return [id]
    if (kop > left) return []
    left -= kop
    return [id]
  })
}

/** «Оформить на доступную сумму»: places the selected lines and cancels the others. */
export function PlacePartDialog({
  order,
  availableKop,
  onClose,
}: {
  order: Order
  availableKop: number
  onClose: () => void
}) {
  const held = heldPartOf(order.lines)
  const form = useForm({ defaultValues: { line_ids: thatFit(held, availableKop) } })
  const place = useApiMutation(waitingOrderRoutes.placePart, { invalidates: ORDER_KEYS })
  const { line_ids: chosen } = form.draft
  const kop = held.reduce((sum, one) => sum + (chosen.includes(one.line.id) ? one.kop : 0), 0)
  const isOver = kop > availableKop
  const submit = () => {
    const body = form.checked(PlacePart, form.draft)
    if (!body) return
    // Awaited as a promise: this window unmounts once the order is no longer on hold.
    void place.mutateAsync({ params: { id: order.id }, body }).then(
      () => {
        toast({ severity: 'success', summary: 'Выбранные строки пошли в работу' })
        onClose()
      },
      (error: unknown) => form.refuse(error, ['line_ids']),
    )
  }
  const toggle = (id: number, checked: boolean) =>
    form.change({ line_ids: checked ? [...chosen, id] : chosen.filter((other) => other !== id) })
  return (
    <FormDialog
      title="Оформить на доступную сумму"
      description="Отмеченные строки пойдут в работу, остальные будут сняты с заказа."
      submit="Оформить"
      form={{
        errors: { form: form.errors.form ?? form.errors.fields['line_ids'] ?? null },
        busy: place.isPending,
        submit,
      }}
      isDirty={form.isDirty}
      onClose={onClose}
    >
      <ul className="divide-y divide-hairline rounded-md border border-hairline">
        {held.map(({ line, qty, kop: sum }) => (
          <li key={line.id} className="flex items-start justify-between gap-3 px-3 py-2">
            <Checkbox
              label={
                <>
                  <span className="font-semibold">
                    {line.brand} <Article>{line.article}</Article>
                  </span>
                  <span className="block text-text-2">
                    {line.name}, {quantity(qty, line.unit)}
                  </span>
                </>
              }
              checked={chosen.includes(line.id)}
              onCheckedChange={(checked) => toggle(line.id, checked)}
            />
            <span className="shrink-0 text-sm whitespace-nowrap">{roubles(sum)}</span>
          </li>
        ))}
      </ul>
      <p role="status" className="text-sm">
        Выбрано <span className={isOver ? 'font-semibold text-accent' : 'font-semibold'}>{roubles(kop)}</span> из{' '}
        {roubles(availableKop)}
        {isOver && ': снимите лишние строки'}
      </p>
    </FormDialog>
  )
}
