import type { PriceListOptions } from '../../server/src/platform/files/spreadsheet/types.ts'

interface Expected {
  file: string
  options?: PriceListOptions
  sheet: string | null
  header: [row: number, rows: number]
  columns: string
  rows: number
  accepted: number
  refused: Record<string, number>
  skipped: Record<string, number>
}

const NO_ARTICLE = 'no_article_column'
export const FILES: Expected[] = [
  {
    file: 'dragonzap.xlsx',
    sheet: 'TDSheet',
    header: [2, 1],
    columns: 'brand name article qty purchase',
    rows: 4,
    accepted: 4,
    refused: {},
    skipped: {},
  },
  {
    file: 'emex_refusals.xls',
    sheet: 'AnswerCust',
    header: [8, 1],
    columns: 'lineNumber brand article qty purchase sum',
    rows: 0,
    accepted: 0,
    refused: {},
    skipped: { total: 1 },
  },
  {
    file: 'eurotec_ostatki_1c.xls',
    sheet: 'Sheet1',
    header: [8, 2],
    columns: 'name ordered qty',
    rows: 326,
    accepted: 0,
    refused: { [NO_ARTICLE]: 326 },
    skipped: { group: 95 },
  },
  {
    file: 'johnbar_cena.xls',
    sheet: 'TDSheet',
    header: [7, 1],
    columns: 'lineNumber name purchase ownCode',
    rows: 8655,
    accepted: 0,
    refused: { [NO_ARTICLE]: 8655 },
    skipped: { group: 1 },
  },
  {
    file: 'johnbar_ostatki.xls',
    sheet: 'TDSheet',
    header: [1, 1],
    columns: 'name ownCode qty',
    rows: 8816,
    accepted: 0,
    refused: { [NO_ARTICLE]: 8816 },
    skipped: { group: 20 },
  },
  {
    file: 'kmz_price_2026-07-28.xlsx',
    sheet: 'Прайс-лист',
    header: [3, 1],
    columns: 'lineNumber article name unit purchase status',
    rows: 3836,
    accepted: 0,
    refused: { excluded: 5, no_brand: 3831 },
    skipped: {},
  },
  {
    file: 'kmz_price_2026-07-28.xlsx',
    options: { defaultBrand: 'КМЗ' },
    sheet: 'Прайс-лист',
    header: [3, 1],
    columns: 'lineNumber article name unit purchase status',
    rows: 3836,
    accepted: 3831,
    refused: { excluded: 5 },
    skipped: {},
  },
  {
    file: 'ramas_price.xls',
    sheet: 'TDSheet',
    header: [1, 1],
    columns: 'brand article name qty purchase sale',
    rows: 13_715,
    accepted: 13_715,
    refused: {},
    skipped: {},
  },
  {
    file: 'some_price.xlsx',
    sheet: 'TDSheet',
    header: [5, 1],
    columns: 'brand article name qty purchase',
    rows: 159,
    accepted: 159,
    refused: {},
    skipped: {},
  },
  {
    file: 'ugkorea_repricing.csv',
    sheet: null,
    header: [1, 1],
    columns: 'ownCode article brand name unit warehouse deleted purchase sale qty',
    rows: 6502,
    accepted: 6006,
    refused: { article_is_own_code: 396, no_article: 81, no_brand: 11, no_price: 8 },
    skipped: {},
  },
  {
    file: 'wondersell_cp154.csv',
    sheet: null,
    header: [2, 1],
    columns: 'brand article name qty unit purchase sum status',
    rows: 375,
    accepted: 375,
    refused: {},
    skipped: { other_record: 133 },
  },
]
