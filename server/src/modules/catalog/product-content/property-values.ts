import type { ProductProperty } from '@artikul/contract/catalog/product-content'

const NUMBER = /^-?\d{1,12}(?:[.,]\d{1,6})?$/

/** Reads a value that is a number as PostgreSQL writes it; null for any other text. */
export const numberOf = (value: string): string | null => (NUMBER.test(value) ? value.replace(',', '.') : null)

/** «Объём, л», «Диаметр (мм)», «Высота [мм]». */
const WITH_UNIT = /^(.{1,60}?)\s*(?:,\s*|\(|\[)([\p{L}%°][\p{L}\d%°/²³.·]{0,11})[)\]]?$/u

/** Splits the header of a column into the name of its property and the unit. */
export function propertyOfHeader(header: string): Pick<ProductProperty, 'name' | 'unit'> {
  const text = header.replace(/\s+/g, ' ').trim().slice(0, 80)
  const match = WITH_UNIT.exec(text)
  return { name: (match?.[1] ?? text).trim().slice(0, 60), unit: match?.[2] ?? '' }
}
