import { roubles } from '../../../lib/text/format.ts'

interface PriceBounds {
  price_from_kop: number | null
  price_to_kop: number | null
}

/** «от 100,00 ₽ до 5 000,00 ₽»; null without bounds. */
export function priceBoundsText({ price_from_kop: from, price_to_kop: to }: PriceBounds): string | null {
  const parts = [from !== null && `от ${roubles(from)}`, to !== null && `до ${roubles(to)}`]
  return parts.filter(Boolean).join(' ') || null
}
