import { formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import type { ImportDifference } from '../price-list-import/index.ts'

/** Thresholds in percent above which an import waits for a person; null disables a check. */
export interface DoubtLimits {
  gone_percent: number | null
  median_percent: number | null
  jumped_percent: number | null
}

export const USUAL_LIMITS: DoubtLimits = { gone_percent: 30, median_percent: 30, jumped_percent: 5 }

const percentOf = (part: number, whole: number) => (whole === 0 ? 0 : (part * 100) / whole)
const NBSP = '\u00a0'
const rounded = (percent: number) => `${formatQty(Math.round(percent))}${NBSP}%`
const exceeds = (percent: number, limit: number | null) => limit !== null && percent > limit

/** Lists the readable reasons why an import should wait for a person; empty when it may proceed. */
export function doubtsOf(difference: ImportDifference, limits: DoubtLimits): string[] {
  return [
    goneDoubt(difference, limits),
    unreadQtyDoubt(difference),
    ...jumpDoubts(difference, limits),
    medianDoubt(difference, limits),
    ...firstListDoubts(difference),
  ].filter((doubt) => doubt !== null)
}

/** A first list is judged by itself: what is lost of it, whether it is sellable, and its prices beside other warehouses. */
const FIRST_LIST = { refused_percent: 30, without_stock_percent: 95, price_ratio: 3, min_offers: 20 }

function firstListDoubts({ first, accepted, refusedByReason, without_stock }: ImportDifference): string[] {
  if (first === null) return []
  const refused = Object.values(refusedByReason).reduce((sum, count) => sum + count, 0)
  const rows = accepted + refused
  const { compared, compared_ratio: ratio } = first
  const factor = Math.max(ratio, 1 / ratio)
  return [
    rows >= FIRST_LIST.min_offers &&
      percentOf(refused, rows) > FIRST_LIST.refused_percent &&
      `Не принято ${formatQty(refused)} из ${formatQty(rows)} строк первого файла`,
    accepted >= FIRST_LIST.min_offers &&
      percentOf(without_stock, accepted) > FIRST_LIST.without_stock_percent &&
      `Остаток ноль в ${formatQty(without_stock)} из ${formatQty(accepted)} строк: покупатели их не увидят`,
    compared >= FIRST_LIST.min_offers &&
      factor >= FIRST_LIST.price_ratio &&
      `Цены ${ratio > 1 ? 'выше' : 'ниже'}, чем на других складах, примерно в ${counted(Math.round(factor * 10) / 10, 'раз', 'раза', 'раз')} ` +
        `(сравнили товаров: ${formatQty(compared)})`,
  ].filter((doubt) => doubt !== false)
}

/** Share of rows in percent above which an unreadable stock is no accidental mistake. */
const MAX_UNREAD_PERCENT = 1

function unreadQtyDoubt({ unreadQty, accepted }: ImportDifference): string | null {
  if (!exceeds(percentOf(unreadQty, accepted), MAX_UNREAD_PERCENT)) return null
  return `Остаток не читается в ${formatQty(unreadQty)} из ${formatQty(accepted)} строк и будет считаться нулём`
}

function goneDoubt({ gone, offers_before }: ImportDifference, { gone_percent }: DoubtLimits): string | null {
  const percent = percentOf(gone, offers_before)
  if (!exceeds(percent, gone_percent)) return null
  return `Пропадёт ${rounded(percent)} предложений: ${formatQty(gone)} из ${formatQty(offers_before)}`
}

/** «Цены выросли в 100 раз у 98 % строк». */
function jumpDoubts(difference: ImportDifference, { jumped_percent }: DoubtLimits): string[] {
  const { offers_before, gone, jumped_up, jumped_down, jump_up_ratio, jump_down_ratio } = difference
  const stayed = offers_before - gone
  if (!exceeds(percentOf(jumped_up + jumped_down, stayed), jumped_percent)) return []
  const jumpText = (verb: string, count: number, times: number) =>
    count === 0
      ? []
      : [
          `Цены ${verb} в ${counted(Math.round(times), 'раз', 'раза', 'раз')} у ${rounded(percentOf(count, stayed))} строк`,
        ]
  return [...jumpText('выросли', jumped_up, jump_up_ratio), ...jumpText('упали', jumped_down, 1 / jump_down_ratio)]
}

function medianDoubt({ median_ratio }: ImportDifference, { median_percent }: DoubtLimits): string | null {
  const moved = (median_ratio - 1) * 100
  if (!exceeds(Math.abs(moved), median_percent)) return null
  return `Медианная цена ${moved > 0 ? 'выросла' : 'упала'} на ${rounded(Math.abs(moved))}`
}
