import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { BookType } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { readGrid } from '../imports/index.ts'
import { workbookOf } from '../imports/price-list.factory.ts'
import { recogniseColumns } from './list-columns.ts'
import { readRows } from './list-rows.ts'
import { COMMON_LAYOUTS, type LayoutSample } from './layouts.data.ts'
import { GOODS, sheetOf } from './layouts.factory.ts'
import { RARER_LAYOUTS } from './rarer-layouts.data.ts'
import { readList } from './read-list.ts'

const LAYOUTS = [...COMMON_LAYOUTS, ...RARER_LAYOUTS]

const PRICE_LISTS = fileURLToPath(new URL('../../../../../shared/data/price-lists/', import.meta.url))
const forgotten = async () => null

/** Cells of the two last rows above the header are merged, as forms do. */
const merging = (layout: LayoutSample) => (sheet: { '!merges'?: unknown }) => {
  if (!layout.merged) return
  const row = layout.headerRow - 1
  sheet['!merges'] = layout.columns.flatMap(([text], at) =>
    text !== '' && layout.columns[at + 1]?.[0] === '' ? [{ s: { r: row, c: at }, e: { r: row, c: at + 1 } }] : [],
  )
}

const reading = (layout: LayoutSample, type: BookType) =>
  readList({ content: workbookOf(sheetOf(layout), type, merging(layout)), isPasted: false }, null, [], forgotten)

describe.each(['xlsx', 'biff8'] as const)('a buyer’s order in %s', (type) => {
  test.each(LAYOUTS.map((layout) => [layout.title, layout] as const))('%s', async (_, layout) => {
    const { layout: found, rows, skipped } = await reading(layout, type)
    expect(found.header_row).toBe(layout.headerRow)
    const at = (field: string) => found.columns.find((column) => column.field === field)?.index
    const kindAt = (kind: string) => layout.columns.findIndex(([, own]) => own === kind)
    expect({ article: at('article'), brand: at('brand'), qty: at('qty') }).toEqual({
      article: kindAt('article'),
      brand: kindAt('brand'),
      qty: kindAt('qty'),
    })
    expect(rows.map(({ article, brand, qty, fault }) => ({ article, brand, qty, fault }))).toEqual(
      GOODS.map(({ article, brand, qty }) => ({ article, brand, qty, fault: null })),
    )
    expect(skipped).toEqual([{ row_number: layout.headerRow + GOODS.length + 1, why: 'итог' }])
  })
})

describe.skipIf(!existsSync(PRICE_LISTS))('real files of others', () => {
  // [header row, fields, rows, rows with a fault, rows passed by]
  test.each([
    ['dragonzap.xlsx', 2, 'brand name article qty', 4, 0, 0],
    ['emex_refusals.xls', 8, 'brand article client_ref qty', 0, 0, 1],
    ['eurotec_ostatki_1c.xls', 7, 'name', 327, 327, 95],
    ['johnbar_cena.xls', 7, 'name own_code', 8655, 0, 1],
    ['johnbar_ostatki.xls', 1, 'name own_code', 8836, 0, 0],
    ['kmz_price_2026-07-28.xlsx', 3, 'article name', 3836, 0, 0],
    ['ramas_price.xls', 1, 'brand article name qty', 13715, 0, 0],
    ['some_price.xlsx', 5, 'brand article name', 159, 0, 0],
    ['ugkorea_repricing.csv', 1, 'article brand name', 6502, 81, 0],
    ['wondersell_cp154.csv', 2, 'brand article name qty client_ref', 375, 0, 133],
  ] as const)('%s', async (name, header, fields, count, faulty, passedBy) => {
    const grid = await readGrid(PRICE_LISTS + name, 20_000)
    const found = recogniseColumns(grid, [])
    const { rows, skipped } = readRows(grid.rows, found, [])
    expect([
      found.headerRow,
      found.columns.flatMap(({ field }) => field ?? []).join(' '),
      rows.length,
      rows.filter(({ fault }) => fault !== null).length,
      skipped.length,
    ]).toEqual([header, fields, count, faulty, passedBy])
  })

  test('too many rows are refused in words', async () => {
    const content = await readFile(`${PRICE_LISTS}ramas_price.xls`)
    await expect(readList({ content, isPasted: false }, null, [], forgotten)).rejects.toThrow(
      /^За раз принимается не больше 5.000 строк: разделите список$/,
    )
  })
})
