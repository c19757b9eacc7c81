import type { Kind, LayoutSample } from './layouts.data.ts'

export const GOODS = [
  { brand: 'TOYOTA', article: '04152-YZZA1', name: 'Фильтр масляный', qty: 4, price: 410.5 },
  { brand: 'MANN-FILTER', article: 'W 712/75', name: 'Фильтр масляный', qty: 2, price: 520 },
  { brand: 'KYB', article: '333114', name: 'Амортизатор передний', qty: 1, price: 4300.25 },
  { brand: 'BOSCH', article: '0986452041', name: 'Фильтр', qty: 12, price: 333.33 },
] as const

function cellsBelow({ columns }: LayoutSample): (string | number | null)[][] {
  return GOODS.map((goods, at) =>
    columns.map(([, kind]) => {
      const cells: Record<Exclude<Kind, null>, string | number> = {
        row: at + 1,
        article: goods.article,
        brand: goods.brand,
        name: goods.name,
        qty: goods.qty,
        price: goods.price,
        sum: Math.round(goods.qty * goods.price * 100) / 100,
        order: 45_127_789,
        text: 'Москва',
        zero: at === 1 ? 5 : 0,
        date: '24.11.2026',
        barcode: '4006633374668',
        id: 7_700_100 + at * 13,
      }
      return kind === null ? null : cells[kind]
    }),
  )
}

/** Builds the rows of the whole sheet: lines above the header, the header, the goods, the total. */
export function sheetOf(layout: LayoutSample): (string | number | null)[][] {
  const above = layout.headerRow - 1 - (layout.upper ? 1 : 0)
  const titles = ['Заказ поставщику № 12 от 20.11.2026', 'Покупатель: ООО «Ромашка»', 'Просим поставить:', '']
  const preamble = Array.from({ length: above }, (_, at) => [titles[at % titles.length] ?? ''])
  const header = layout.columns.map(([text]) => text)
  return [
    ...preamble,
    ...(layout.upper ? [[...layout.upper]] : []),
    header,
    ...cellsBelow(layout),
    ['Итого', null, null],
  ]
}
