import { formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import type { TriedOffer } from '@artikul/contract/suppliers/online-suppliers'
import type { DropReason, ParsedReply } from './querying/adapter.ts'

/** Offers shown of an answer. */
const SHOWN_OFFERS = 5

const DROPPED: Record<DropReason, string> = {
  shape: 'нет артикула, бренда или цены',
  price: 'цена не понята',
  currency: 'не в рублях',
  quantity: 'нет в наличии или количество не понято',
  term: 'срок не понят',
  duplicate: 'повторы',
  too_many: 'сверх предела',
}

/** «Ответ понят: 3 предложения, не принято: 2 (цена не понята)». */
export function readingText({ items, dropped }: ParsedReply): string {
  const reasons = Object.entries(dropped) as [DropReason, number][]
  const count = reasons.reduce((sum, [, one]) => sum + one, 0)
  const rest = count === 0 ? '' : `, не принято: ${count} (${reasons.map(([reason]) => DROPPED[reason]).join(', ')})`
  return `Ответ понят: ${counted(items.length, 'предложение', 'предложения', 'предложений')}${rest}`
}

export const triedOffers = ({ items }: ParsedReply): TriedOffer[] =>
  items.slice(0, SHOWN_OFFERS).map((item) => ({
    brand: item.brand,
    article: item.article,
    name: item.name,
    price_kop: item.purchaseKop,
    qty: item.qtyText || formatQty(item.qty),
    term_days: item.termDays,
    warehouse: item.routeName || item.route,
  }))
