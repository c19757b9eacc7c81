import { formatMoney, formatPercent, formatQty } from '@artikul/contract/core/money'
import type { PriceConditionTerms } from '@artikul/contract/pricing/price-condition'
import { dayText } from '../../../platform/clock.ts'

/** «Скидка 3 %», «Цена 1 180,00 ₽», «Колонка «Опт 1»». */
function effectText({ effect, column }: Pick<PriceConditionTerms, 'effect' | 'column'>): string {
  switch (effect.kind) {
    case 'markup':
      return `Наценка ${formatPercent(effect.hundredths)}`
    case 'discount':
      return `Скидка ${formatPercent(effect.hundredths)}`
    case 'fixed':
      return `Цена ${formatMoney(effect.price_kop)} ₽`
    case 'column':
      return `Колонка «${column ?? ''}»`
    case 'not_sold':
      return 'Не продавать'
  }
}

function purchaseText({ purchase_from_kop: from, purchase_to_kop: to }: PriceConditionTerms): string[] {
  if (from === null && to === null) return []
  const parts = [
    ...(from === null ? [] : [`от ${formatMoney(from)}`]),
    ...(to === null ? [] : [`до ${formatMoney(to)}`]),
  ]
  return [`закупка ${parts.join(' ')} ₽`]
}

/** Describes the buyers and goods: «ООО «Ромашка», BOSCH, от 10». */
const targetText = (condition: PriceConditionTerms): string => {
  const { contractor, price_group, product, brand, inventory_group, source, qty_from } = condition
  return [
    contractor?.name ?? (price_group ? `группа «${price_group.name}»` : 'все покупатели'),
    ...(product ? [`${product.brand} ${product.article}`] : []),
    ...[brand, inventory_group, source].flatMap((one) => (one ? [one.name] : [])),
    ...purchaseText(condition),
    ...(qty_from > 0 ? [`от ${formatQty(qty_from)}`] : []),
  ].join(', ')
}

const periodText = ({ valid_from: from, valid_to: to }: PriceConditionTerms): string =>
  to === null ? `с ${dayText(from)}` : `с ${dayText(from)} по ${dayText(to)}`

/** «ООО «Ромашка», BOSCH: Скидка 3 %, с 01.12.2026». */
export const conditionText = (condition: PriceConditionTerms): string =>
  `${targetText(condition)}: ${effectText(condition)}, ${periodText(condition)}`
