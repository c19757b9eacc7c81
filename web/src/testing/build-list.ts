import type { ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import type { List } from '@artikul/contract/ordering/bulk-orders'

const product = { id: 3, code: 'kyb-333114', brand: 'KYB', article: '333114', name: 'Амортизатор', unit: 'шт' }

/** A found row: two pieces at 4 300 ₽. */
export const buildListRow = (fields: Partial<ListRow> = {}): ListRow => ({
  position: 1,
  row_number: 2,
  asked: { article: '333114', brand: 'KYB', name: '', qty: '2', own_code: '' },
  qty: 2,
  ceiling_kop: null,
  consignee_id: null,
  client_ref: '',
  state: 'found',
  product,
  choices: [
    {
      product,
      qty: 2,
      offer: {
        id: 11,
        warehouse: 'Москва, Южный',
        own_stock: true,
        price_kop: 430_000,
        qty: 40,
        qty_text: '40',
        qty_exact: true,
        multiplicity: 1,
        expected_date: '2099-11-24',
        guaranteed_date: '2099-11-25',
        term_days: 1,
        return_days: 14,
        stale: false,
        updated_at: '2026-11-17T08:00:00.000Z',
        is_best_price: false,
        is_fastest: false,
      },
    },
  ],
  sum_kop: 860_000,
  notes: [],
  selected: true,
  in_cart: false,
  ...fields,
})

export const buildList = (fields: Partial<List> = {}): List => {
  const rows = fields.rows ?? [buildListRow()]
  return {
    id: 9,
    name: 'Заявка.xlsx',
    rows_count: rows.length,
    done_count: rows.length,
    created_at: '2026-11-17T08:00:00.000Z',
    consignee_id: null,
    layout: {
      format: 'XLSX',
      sheet: 'Лист 1',
      sheets: ['Лист 1', 'Лист 2'],
      header_row: 1,
      columns: [
        { index: 0, header: 'Бренд', field: 'brand', consignee_id: null },
        { index: 1, header: 'Номер', field: 'article', consignee_id: null },
        { index: 2, header: 'Штук', field: null, consignee_id: null },
      ],
      remembered: false,
    },
    preview: [
      { number: 1, cells: ['Бренд', 'Номер', 'Штук'] },
      { number: 2, cells: ['KYB', '333114', '2'] },
    ],
    skipped: [{ row_number: 4, why: 'итог' }],
    rows,
    ...fields,
  }
}
