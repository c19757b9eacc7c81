import { formatMoney, formatQty } from '@artikul/contract/core/money'
import { unitText } from '@artikul/contract/core/units'
import type { Email, Mailer } from '../../../platform/mail/index.ts'
import type { WaitingProductAlert } from './product-alerts.queries.ts'

/** Product alert whose condition is met. */
export interface Arrival {
  watch: WaitingProductAlert
  /** Stock of all warehouses together; a lower bound when not exact. */
  available: number
  isExact: boolean
  /** Lowest price for the company; null for a user without access to prices. */
  priceKop: number | null
}

const nameOf = ({ watch }: Arrival) => `${watch.brand} ${watch.article}`

function subjectOf(arrivals: readonly Arrival[], products: readonly Arrival[]): string {
  const [first] = products
  const isOne = products.length === 1 && first !== undefined
  if (arrivals.every(({ watch }) => watch.kind === 'price'))
    return isOne ? `Цена снизилась: ${nameOf(first)}` : `Цены снизились, деталей: ${products.length}`
  if (isOne) return `Поступление: ${nameOf(first)}`
  return arrivals.every(({ watch }) => watch.kind === 'stock')
    ? `Поступили детали: ${products.length}`
    : `Поступили или подешевели детали: ${products.length}`
}

function lineOf(mailer: Mailer, arrival: Arrival): string {
  const { watch, available, isExact, priceKop } = arrival
  const stock = `В наличии ${isExact ? '' : 'не меньше '}${formatQty(available)} ${unitText(watch.unit)}`
  const price = priceKop === null ? '' : `, от ${formatMoney(priceKop)} ₽`
  const name = [nameOf(arrival), watch.name].filter(Boolean).join(', ')
  return `${name}\n${stock}${price}\n${mailer.linkTo(`/catalog/${encodeURIComponent(watch.code)}`)}`
}

/** Composes one email per person: each product appears once, whatever the number of its alerts. */
export function arrivalsEmail(
  mailer: Mailer,
  { email, company }: { email: string; company: string },
  arrivals: readonly Arrival[],
): Email {
  const products = [...new Map(arrivals.map((arrival) => [arrival.watch.product_id, arrival])).values()]
  return {
    to: email,
    subject: subjectOf(arrivals, products),
    text: `Здравствуйте!

Вы просили сообщить. Компания: ${company}.

${products.map((arrival) => lineOf(mailer, arrival)).join('\n\n')}

Всё, за чем вы следите: ${mailer.linkTo('/watches')}`,
  }
}
