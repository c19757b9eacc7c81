import type { PriceEffect } from './price-condition.ts'

export const EFFECT_LABELS: Record<PriceEffect['kind'], string> = {
  markup: 'Наценка',
  discount: 'Скидка',
  fixed: 'Цена',
  column: 'Колонка цен',
  not_sold: 'Не продавать',
}
