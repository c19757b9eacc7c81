import type { BookType } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { workbookOf } from '../../../suppliers/price-list-import/price-list.factory.ts'
import { COMMON_LAYOUTS, type LayoutSample } from './layouts.data.ts'
import { GOODS, sheetOf } from './layouts.factory.ts'
import { RARER_LAYOUTS } from './rarer-layouts.data.ts'
import { readBulkOrder } from './read-list.ts'

const LAYOUTS = [...COMMON_LAYOUTS, ...RARER_LAYOUTS]

const forgotten = async () => null

/** Merges each header text with the empty header cell to its right, as order forms do. */
const merging = (layout: LayoutSample) => (sheet: { '!merges'?: unknown }) => {
  if (!layout.merged) return
  const row = layout.headerRow - 1
  sheet['!merges'] = layout.columns.flatMap(([text], at) =>
    text !== '' && layout.columns[at + 1]?.[0] === '' ? [{ s: { r: row, c: at }, e: { r: row, c: at + 1 } }] : [],
  )
}

const reading = (layout: LayoutSample, type: BookType) =>
  readBulkOrder({ content: workbookOf(sheetOf(layout), type, merging(layout)), isPasted: false }, null, [], forgotten)

describe.each(['xlsx', 'biff8'] as const)('buyer order file in %s', (type) => {
  test.each(LAYOUTS.map((layout) => [layout.title, layout] as const))(
    'has its columns recognized: %s',
    async (_, layout) => {
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
    },
  )
})
