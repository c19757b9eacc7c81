import type { ProductAlert } from '@artikul/contract/ordering/product-alerts'
import { moment, quantity, roubles, shortDay, todayIso } from '../../../lib/text/format.ts'

/** «появится в наличии», «в наличии от 4 шт.», «цена до 350,00 ₽». */
export function conditionText({ kind, qty, price_kop: price, product }: ProductAlert): string {
  if (kind === 'price') return price === null ? 'цена снизится' : `цена до ${roubles(price)}`
  return qty === null ? 'появится в наличии' : `в наличии от ${quantity(qty, product.unit)}`
}

/** «Вы узнаете о поступлении от 4 шт. и о цене до 350,00 ₽». */
export function waitingText(items: readonly ProductAlert[]): string {
  const about = items.map(({ kind, qty, price_kop: price, product }) => {
    if (kind === 'price') return price === null ? 'о снижении цены' : `о цене до ${roubles(price)}`
    return qty === null ? 'о поступлении' : `о поступлении от ${quantity(qty, product.unit)}`
  })
  return `Вы узнаете ${about.join(' и ')}`
}

/** «21.11 в 10:05». */
export const notifiedText = (iso: string) => `${shortDay(todayIso(new Date(iso)))} в ${moment(iso).slice(-5)}`
