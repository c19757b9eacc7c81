import type { OrderPlan } from '@artikul/contract/ordering/orders/orders'

type Split = Pick<OrderPlan, 'seller' | 'consignee_id' | 'expected_date'>

interface Cause {
  differs: (a: Split, b: Split) => boolean
  /** Name of the cause for several orders and for one. */
  many: string
  one: string
}

const CAUSES: readonly Cause[] = [
  { differs: (a, b) => a.seller !== b.seller, many: 'разные продавцы', one: 'другой продавец' },
  { differs: (a, b) => a.consignee_id !== b.consignee_id, many: 'разные точки доставки', one: 'другая точка' },
  { differs: (a, b) => a.expected_date !== b.expected_date, many: 'разные даты', one: 'другая дата' },
]

const causesOf = (a: Split, b: Split) => CAUSES.filter(({ differs }) => differs(a, b))

/** «разные точки доставки, разные даты»: why the selection splits into several orders; empty for one order. */
export function splitText(plans: readonly Split[]): string {
  if (plans.length < 2) return ''
  const causes = CAUSES.filter(({ differs }) => plans.some((a) => plans.some((b) => differs(a, b))))
  return causes.length === 0 ? 'много строк' : causes.map(({ many }) => many).join(', ')
}

/** «Отдельно от заказа 1: другая дата»: how an order differs from the most similar earlier one; empty for the first. */
export function separationText(plans: readonly Split[], index: number): string {
  const plan = plans[index]
  const [nearest] = plans
    .slice(0, index)
    .map((other, place) => ({ place: place + 1, causes: plan ? causesOf(plan, other) : [] }))
    .toSorted((a, b) => a.causes.length - b.causes.length)
  if (!nearest) return ''
  const causes =
    nearest.causes.length === 0 ? 'в одном заказе до 1 000 строк' : nearest.causes.map(({ one }) => one).join(', ')
  return `Отдельно от заказа ${nearest.place}: ${causes}`
}
