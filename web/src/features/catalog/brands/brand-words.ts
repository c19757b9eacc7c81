import { MAX_COUNTED_BRANDS, type Likeness } from '@artikul/contract/catalog/brands'
import type { BrandFilter } from '@artikul/contract/catalog/brand-filters'
import { formatQty } from '@artikul/contract/core/money'

export const FILTERS: readonly { value: BrandFilter; label: string }[] = [
  { value: 'unverified', label: 'Новые, не проверены' },
  { value: 'original', label: 'Оригинал' },
  { value: 'empty', label: 'Без товаров' },
]

/** «более 10 000»: larger counts are not exact. */
export const productsText = (count: number) =>
  count > MAX_COUNTED_BRANDS ? `более ${formatQty(MAX_COUNTED_BRANDS)}` : formatQty(count)

export const LIKENESS: Record<Likeness, string> = {
  encoding: 'то же название, записанное иначе',
  typo: 'похожее написание',
  part: 'часть названия',
}
