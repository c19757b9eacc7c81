import { counted } from '../core/plural.ts'
import { DEFERMENT_FROM, type Contract } from './contracts.ts'

/** Terms that say when goods are paid for. */
export type Terms = Pick<Contract, 'prepayment_percent' | 'deferment_days' | 'deferment_from' | 'deferment_calendar'>

const DAYS = {
  calendar: ['календарный день', 'календарных дня', 'календарных дней'],
  banking: ['банковский день', 'банковских дня', 'банковских дней'],
} as const

function defermentText({ deferment_days, deferment_from, deferment_calendar }: Terms): string {
  if (deferment_days === 0) return deferment_from === 'shipment' ? 'оплата в день отгрузки' : 'оплата в день получения'
  const [one, few, many] = DAYS[deferment_calendar]
  return `отсрочка ${counted(deferment_days, one, few, many)} ${DEFERMENT_FROM[deferment_from]}`
}

/** «предоплата 100 %», «отсрочка 30 календарных дней с отгрузки», or both. */
export function termsText(terms: Terms): string {
  const { prepayment_percent: share } = terms
  if (share === 0) return defermentText(terms)
  const prepayment = `предоплата ${share}\u00a0%`
  return share === 100 ? prepayment : `${prepayment}, на остальное ${defermentText(terms)}`
}
