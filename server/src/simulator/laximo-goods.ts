/** Vehicles and units of the simulated catalogue; numbers of parts are those of the demonstration. */
export const VEHICLES = [
  {
    numbers: ['XW8ZZZ61ZEG061733', 'А123ВС763'],
    vehicleId: '101',
    catalog: 'VW1122',
    brand: 'Volkswagen',
    name: 'Polo 1.6',
    engine: 'CFNA',
    year: '2014',
  },
  {
    numbers: ['Z94CB41AAHR123456', 'Е777КХ163'],
    vehicleId: '201',
    catalog: 'KMA2017',
    brand: 'KIA',
    name: 'Rio 1.4',
    engine: 'G4LC',
    year: '2017',
  },
  {
    numbers: ['Z94CB41AAHR123456', 'Е777КХ163'],
    vehicleId: '202',
    catalog: 'KMA2017',
    brand: 'KIA',
    name: 'Rio 1.6',
    engine: 'G4FG',
    year: '2017',
  },
  {
    numbers: ['NZE121-3012345'],
    vehicleId: '301',
    catalog: 'TA2004',
    brand: 'Toyota',
    name: 'Corolla 1.5',
    engine: '1NZFE',
    year: '2004',
  },
] as const

export const CATEGORIES = [
  { categoryId: '1', name: 'Двигатель', children: ['11', '12'] },
  { categoryId: '11', name: 'Смазка двигателя', children: [] },
  { categoryId: '12', name: 'Впуск воздуха', children: [] },
  { categoryId: '2', name: 'Тормоза', children: [] },
] as const

export interface SimulatedUnit {
  unitId: string
  categoryId: string
  code: string
  name: string
  details: readonly { codeOnImage: string; oem: string; name: string; amount: string; note?: string }[]
}

export const UNITS: readonly SimulatedUnit[] = [
  {
    unitId: '5001',
    categoryId: '11',
    code: '20-213',
    name: 'Масляный насос и фильтр',
    details: [
      { codeOnImage: '1', oem: '26300-35503', name: 'Фильтр масляный', amount: '1' },
      {
        codeOnImage: '2',
        oem: '21513-23001',
        name: 'Прокладка пробки поддона',
        amount: '1',
        note: 'менять при каждой замене',
      },
      { codeOnImage: '3', oem: '21310-2B003', name: 'Насос масляный', amount: '1' },
      { codeOnImage: '', oem: '21451-33010', name: 'Герметик поддона', amount: 'X' },
    ],
  },
  {
    unitId: '5002',
    categoryId: '11',
    code: '20-215',
    name: 'Поддон картера',
    details: [{ codeOnImage: '1', oem: '21510-2B020', name: 'Поддон картера', amount: '1' }],
  },
  {
    unitId: '5003',
    categoryId: '12',
    code: '28-281',
    name: 'Корпус воздушного фильтра',
    details: [
      { codeOnImage: '1', oem: '28113-1R100', name: 'Фильтр воздушный', amount: '1' },
      { codeOnImage: '2', oem: '28110-1R100', name: 'Корпус фильтра', amount: '1' },
    ],
  },
  {
    unitId: '5004',
    categoryId: '2',
    code: '58-581',
    name: 'Передний тормоз',
    details: [
      { codeOnImage: '1', oem: '58101-1RA00', name: 'Колодки тормозные передние', amount: '1' },
      { codeOnImage: '2', oem: '51712-1R000', name: 'Диск тормозной передний', amount: '2' },
    ],
  },
]

const STEP = 120
const SIZE = { width: 80, height: 60 }
const EDGE = 40

/** Rectangles of the drawn parts, one beside the other. */
export const areasOf = (unit: SimulatedUnit) =>
  unit.details
    .filter(({ codeOnImage }) => codeOnImage !== '')
    .map(({ codeOnImage: code }, at) => ({
      code,
      x1: EDGE + at * STEP,
      y1: EDGE,
      x2: EDGE + at * STEP + SIZE.width,
      y2: EDGE + SIZE.height,
    }))
