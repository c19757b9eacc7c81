import type { PriceConditionTerms } from '@artikul/contract/pricing/price-condition'
import { quantity, roubles } from '../../../lib/text/format.ts'
import { formatPercent, formatQty } from '@artikul/contract/core/money'

/** «−3 %», «+18,5 %», «1 180,00 ₽», «по колонке «Опт 1»», «не продаётся». */
export function effectText({ effect, column }: Pick<PriceConditionTerms, 'effect' | 'column'>): string {
  switch (effect.kind) {
    case 'markup':
      return `наценка ${formatPercent(effect.hundredths)}`
    case 'discount':
      return `скидка ${formatPercent(effect.hundredths)}`
    case 'fixed':
      return roubles(effect.price_kop)
    case 'column':
      return `колонка «${column ?? ''}»`
    case 'not_sold':
      return 'не продаётся'
  }
}

export const scopeText = ({
  contractor,
  price_group,
}: Pick<PriceConditionTerms, 'contractor' | 'price_group'>): string =>
  contractor?.name ?? (price_group ? `Группа «${price_group.name}»` : 'Все покупатели')

function purchaseText({ purchase_from_kop: from, purchase_to_kop: to }: PriceConditionTerms): string[] {
  if (from === null && to === null) return []
  return [
    ['закупка', ...(from === null ? [] : [`от ${roubles(from)}`]), ...(to === null ? [] : [`до ${roubles(to)}`])].join(
      ' ',
    ),
  ]
}

/** Target of a condition: «BOSCH, Масла, от 10 шт.»; all goods when the condition names none. */
export function targetText(condition: PriceConditionTerms): string {
  const { product, brand, inventory_group, source, qty_from } = condition
  const parts = [
    ...(product ? [`${product.brand} ${product.article}`] : []),
    ...[brand, inventory_group, source].flatMap((one) => (one ? [one.name] : [])),
    ...purchaseText(condition),
    ...(qty_from > 0 ? [`от ${product ? quantity(qty_from, product.unit) : formatQty(qty_from)}`] : []),
  ]
  return parts.length === 0 ? 'Все товары' : parts.join(', ')
}
