import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readFile } from '../../server/src/modules/suppliers/price-list-import/price-list.factory.ts'
import { FILES } from './real-price-lists.data.ts'
import { SHARED_DATA } from './shared-data.ts'

const LISTS = join(SHARED_DATA, 'price-lists')

describe('reader of real price lists', () => {
  test.each(FILES)('finds columns and rows of $file with options $options', async (expected) => {
    const { layout, summary } = await readFile(join(LISTS, expected.file), expected.options)
    expect(layout.sheet).toBe(expected.sheet)
    expect([layout.headerRow, layout.headerRows]).toEqual(expected.header)
    expect(layout.columns.map(({ field }) => field).join(' ')).toBe(expected.columns)
    expect(summary).toMatchObject({
      rows: expected.rows,
      accepted: expected.accepted,
      refused: expected.rows - expected.accepted,
      refusedByReason: expected.refused,
      skippedByKind: expected.skipped,
      unreadQty: 0,
    })
  })

  test('keeps articles, prices and stock of the file', async () => {
    const ramas = await readFile(join(LISTS, 'ramas_price.xls'))
    expect(ramas.rows[0]).toMatchObject({
      rowNumber: 2,
      article: '15884292',
      brand: 'AAM',
      purchaseKop: 5_610_000,
      saleKop: 7_012_500,
      qty: { qty: 3, exact: true, known: true },
    })
    expect(ramas.rows.some(({ article }) => article === '0522TRB')).toBe(true)
    expect(ramas.rows.some(({ article }) => article === '18E292')).toBe(true)
    const korea = await readFile(join(LISTS, 'ugkorea_repricing.csv'))
    expect(korea.rows.some(({ article }) => article === '546601E000')).toBe(true)
  })

  test('adds VAT to prices without VAT and refuses rows that the supplier excluded', async () => {
    const kmz = await readFile(join(LISTS, 'kmz_price_2026-07-28.xlsx'), { defaultBrand: 'КМЗ' })
    expect(kmz.layout.pricesWithoutVat).toBe(true)
    expect(kmz.rows[0]).toMatchObject({ article: '002000000705003002', purchaseKop: 206_180, unit: 'шт.' })
    expect(kmz.refused.find(({ reason }) => reason === 'excluded')?.rowNumber).toBe(4)
  })
})
