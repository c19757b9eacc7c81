import { CONTAINERS, pack, type Cell, type Container, type Sheet } from './containers.ts'
import { FAULTS, rangesOfEqual, type Answer, type Draft, type DraftColumn } from './faults.ts'
import { LAYOUTS, type Layout } from './layouts.data.ts'
import { createOffers, type Offer } from './offers.ts'
import { Random } from './random.ts'

/** File of a supplier with the offers that a careful person reads from it. */
export interface GeneratedList {
  fileName: string
  content: Buffer
  layout: string
  fault: string
  container: Container
  offers: readonly Offer[]
  /** Answer to the one question that the file raises; null when it raises none. */
  answer: Answer | null
  /** True when nothing in the file can be sold. */
  isRefused: boolean
}

/** Generates 400 lists: every layout with every fault, in rotating containers. The same seed gives the same files. */
export function generateLists(seed = 38): GeneratedList[] {
  return LAYOUTS.flatMap((layout, layoutIndex) =>
    FAULTS.map((fault, faultIndex): GeneratedList => {
      const random = new Random(seed * 1000 + layoutIndex * FAULTS.length + faultIndex)
      const draft = createDraft(layout, random)
      fault.apply(draft, random)
      const containers = fault.containers ?? CONTAINERS
      const container = containers[(layoutIndex * 7 + faultIndex * 3) % containers.length] ?? 'xlsx'
      const { extension, content } = pack(sheetsOf(draft, random), container)
      return {
        fileName: `${draft.fileName}.${extension}`,
        content,
        layout: layout.name,
        fault: fault.name,
        container,
        offers: draft.offers,
        answer: draft.answer,
        isRefused: draft.isRefused ?? false,
      }
    }),
  )
}

function createDraft(layout: Layout, random: Random): Draft {
  const header = layout.header
  return {
    layout,
    fileName: 'price',
    titles: layout.titles.map((row) => [...row]),
    columns: layout.columns.map((kind, index) => ({ kind, header: header?.[index] ?? '' })),
    hasHeader: header !== null,
    offers: createOffers(random, random.integer(14, 40)),
    cells: {},
    sheetCount: 1,
    answer: null,
  }
}

const NUMBER_TEXTS: Record<Layout['numbers'], (kop: number) => Cell> = {
  number: (kop) => kop / 100,
  'spaces-comma': (kop) =>
    (kop / 100)
      .toFixed(2)
      .replace('.', ',')
      .replaceAll(/\B(?=(\d{3})+,)/g, ' '),
  roubles: (kop) => `${(kop / 100).toFixed(2).replace('.', ',')} руб.`,
  point: (kop) => (kop / 100).toFixed(2),
}

type WriteCell = (offer: Offer, context: { index: number; random: Random; draft: Draft }) => Cell

const writePrice = (kop: number, { layout }: Draft) => NUMBER_TEXTS[layout.numbers](kop)

const CELLS: Record<DraftColumn['kind'], WriteCell> = {
  article: ({ article }) => article,
  brand: ({ brand }) => brand,
  name: ({ name }) => name,
  price: ({ priceKop }, { draft }) => writePrice(priceKop, draft),
  retail: ({ priceKop }, { draft }) => writePrice(Math.round(priceKop * 1.35), draft),
  qty: ({ qty }, { draft }) => (draft.layout.numbers === 'number' ? qty : String(qty)),
  minQty: ({ minQty }) => minQty,
  unit: () => 'шт',
  rowNumber: (_, { index }) => index + 1,
  ownCode: (_, { random }) => `ЦБ-${random.digits(8)}`,
  barcode: (_, { random }) => `46${random.digits(11)}`,
  weight: (_, { random }) => random.integer(1, 90) / 10,
  country: (_, { random }) => random.pick(['Германия', 'Китай', 'Россия', 'Корея']),
  applicability: (_, { random }) => random.pick(['Octavia A7', 'Solaris 2017-', 'Camry V50', 'Rio III']),
  // Written by their faults.
  secondQty: () => '',
  page: () => '',
  numberType: () => '',
}

const GROUPS = ['Фильтры', 'Тормозная система', 'Подвеска', 'Двигатель']

function rowsOf(draft: Draft, offers: readonly Offer[], random: Random): Cell[][] {
  const { columns, layout, groupedByBrand } = draft
  const groupSize = Math.ceil(offers.length / GROUPS.length)
  return offers.flatMap((offer, index) => {
    const row = columns.map(
      ({ kind }) => draft.cells[kind]?.(offer, index) ?? CELLS[kind](offer, { index, random, draft }),
    )
    if (groupedByBrand) return offers[index - 1]?.brand === offer.brand ? [row] : [[offer.brand], row]
    const group = layout.hasGroups && index % groupSize === 0 ? GROUPS[index / groupSize] : undefined
    return group === undefined ? [row] : [[group], row]
  })
}

function totalRow({ columns }: Draft, offers: readonly Offer[]): Cell[] {
  const total = offers.reduce((sum, { qty }) => sum + qty, 0)
  return columns.map(({ kind }, index) => (index === 0 ? 'Итого' : kind === 'qty' ? total : ''))
}

function sheetOf(draft: Draft, offers: readonly Offer[], name: string, random: Random): Sheet {
  const { titles, columns, hasHeader, layout, mergesBrands } = draft
  const head: Cell[][] = [...titles, ...(hasHeader ? [columns.map(({ header }) => header)] : [])]
  const rows = rowsOf(draft, offers, random)
  const end = layout.hasTotal ? [totalRow(draft, offers)] : []
  if (!mergesBrands) return { name, rows: [...head, ...rows, ...end] }
  const column = columns.findIndex(({ kind }) => kind === 'brand')
  const brands = rows.map((row) => row[column] ?? '').map((cell) => (typeof cell === 'string' ? cell : ''))
  const merges = rangesOfEqual(brands, column, head.length)
  const merged = rows.map((row, at) =>
    row.map((cell, index) => (index === column && brands[at - 1] === brands[at] ? null : cell)),
  )
  return { name, rows: [...head, ...merged, ...end], merges }
}

function sheetsOf(draft: Draft, random: Random): Sheet[] {
  const written = draft.written ?? draft.offers
  const perSheet = Math.ceil(written.length / draft.sheetCount)
  return Array.from({ length: draft.sheetCount }, (_, index) =>
    sheetOf(
      draft,
      written.slice(index * perSheet, (index + 1) * perSheet),
      draft.sheetCount === 1 ? 'TDSheet' : (['Легковые', 'Грузовые'][index] ?? `Лист${index + 1}`),
      random,
    ),
  )
}
