import type { Character, Good } from './goods.ts'

export const buildGood = (fields: Partial<Good> = {}): Good => ({
  brand: 'BOSCH',
  article: '0986452041',
  name: 'Фильтр масляный',
  priceKop: 50_000,
  multiplicity: 1,
  ...fields,
})

/** Supplier with all goods and immediate answers. */
export const CHARACTER: Character = {
  name: 'test',
  seed: 1,
  share: 1,
  pricePercent: 100,
  latencyMs: 0,
  routes: [[101, 'Москва', 24]],
}
