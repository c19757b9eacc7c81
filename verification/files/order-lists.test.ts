import { readGrid } from '../../server/src/platform/files/spreadsheet/index.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recogniseListColumns } from '../../server/src/modules/ordering/bulk-orders/reading/list-columns.ts'
import { readRows } from '../../server/src/modules/ordering/bulk-orders/list-rows.ts'
import { readBulkOrder } from '../../server/src/modules/ordering/bulk-orders/reading/read-list.ts'
import { SHARED_DATA } from './shared-data.ts'

// [header row, fields, rows, faulty rows, skipped rows]
test.each([
  ['dragonzap.xlsx', 2, 'brand name article qty', 4, 0, 0],
  ['emex_refusals.xls', 8, 'brand article client_ref qty', 0, 0, 1],
  ['eurotec_ostatki_1c.xls', 7, 'name', 327, 1, 95],
  ['johnbar_cena.xls', 7, 'name own_code', 8655, 0, 1],
  ['johnbar_ostatki.xls', 1, 'name own_code', 8836, 0, 0],
  ['kmz_price_2026-07-28.xlsx', 3, 'article name', 3836, 0, 0],
  ['ramas_price.xls', 1, 'brand article name qty', 13715, 0, 0],
  ['some_price.xlsx', 5, 'brand article name', 159, 0, 0],
  ['ugkorea_repricing.csv', 1, 'article brand name', 6502, 81, 0],
  ['wondersell_cp154.csv', 2, 'brand article name qty client_ref', 375, 0, 133],
] as const)(
  '%s is read with expected columns and row counts',
  async (name, header, fields, count, faulty, passedBy) => {
    const grid = await readGrid(join(SHARED_DATA, 'price-lists', name), { mostRows: 20_000 })
    const found = recogniseListColumns(grid, [])
    const { rows, skipped } = readRows(grid.rows, found, [])
    expect([
      found.headerRow,
      found.columns.flatMap(({ field }) => field ?? []).join(' '),
      rows.length,
      rows.filter(({ fault }) => fault !== null).length,
      skipped.length,
    ]).toEqual([header, fields, count, faulty, passedBy])
  },
)

test('order list with too many rows is refused with a message', async () => {
  const content = await readFile(join(SHARED_DATA, 'price-lists/ramas_price.xls'))
  await expect(readBulkOrder({ content, isPasted: false }, null, [], async () => null)).rejects.toThrow(
    /^За раз принимается не больше 5.000 строк: разделите список$/,
  )
})
