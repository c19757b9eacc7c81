import type { Random } from './random.ts'

/** Offer that a careful person reads from a row of a price list. */
export interface Offer {
  article: string
  brand: string
  name: string
  priceKop: number
  /** Pieces in stock. */
  qty: number
  /** Pieces; 1 when the list sets no minimum. */
  minQty: number
}

/** Makers with the shape of their part numbers: `0` is a digit, `A` a letter of the list, other characters stand as they are. */
const MAKERS: readonly (readonly [brand: string, shapes: readonly string[]])[] = [
  ['MAHLE', ['OC 000', 'LX 0000', 'KL 000/00']],
  ['BOSCH', ['0 986 000 A00', '0986494000', '1987000000']],
  ['NGK', ['00000', 'BKR0EIX-00']],
  ['HYUNDAI/KIA', ['26300-35A00', '58101-0AA00', '2630035000']],
  ['TRW', ['GDB0000', 'DF0000S', 'JTE000']],
  ['GATES', ['5PK0000', 'K000000XS']],
  ['LEMFORDER', ['00000 01', '31926 01']],
  ['FEBI BILSTEIN', ['00000', '100000']],
  ['SACHS', ['313 000', '3000 950 000']],
  ['TOYOTA', ['90915-YZZA0', '04152-YZZA0', '48510-00000']],
  ['VAG', ['06A 000 000 A', '1K0000000A']],
  ['КАМАЗ', ['5320-0000000', '740.0000000-00']],
  ['NISSENS', ['00000', '940000']],
  ['MANN-FILTER', ['W 000/00', 'HU 000 X', 'C 00 000']],
]
const LETTERS = Array.from('ABCDEHKLMNPRST')

const NAMES = [
  'Фильтр масляный',
  'Фильтр воздушный',
  'Колодки тормозные передние, к-т',
  'Диск тормозной вентилируемый D280',
  'Амортизатор задний газовый',
  'Ремень поликлиновой',
  'Свеча зажигания иридиевая',
  'Датчик ABS передний левый',
  'Радиатор охлаждения 1.6 АКПП',
  'Рычаг нижний правый',
  'Стойка стабилизатора',
  'Подшипник ступицы (к-т)',
]

const fromShape = (shape: string, random: Random) =>
  shape.replaceAll('A', () => random.pick(LETTERS)).replaceAll('0', () => String(random.integer(0, 9)))

/** Creates different offers, of all makers or of one. */
export function createOffers(random: Random, count: number, onlyBrand?: string): Offer[] {
  const offers = new Map<string, Offer>()
  const makers = onlyBrand === undefined ? MAKERS : MAKERS.filter(([brand]) => brand === onlyBrand)
  while (offers.size < count) {
    const [brand, shapes] = random.pick(makers)
    const article = fromShape(random.pick(shapes), random)
    offers.set(`${brand} ${article.replaceAll(/\W/g, '')}`, {
      article,
      brand,
      name: random.pick(NAMES),
      priceKop: random.integer(90, 48_000) * 100 + random.pick([0, 0, 0, 50, 90]),
      qty: random.integer(1, 90),
      minQty: 1,
    })
  }
  return [...offers.values()]
}

/** Makers whose part numbers are digits alone, of at least eight. */
export const createNumericOffers = (random: Random, count: number): Offer[] =>
  createOffers(random, count, 'BOSCH').map((offer) => ({
    ...offer,
    article: `0${random.integer(1, 9)}${random.digits(8)}`,
  }))
