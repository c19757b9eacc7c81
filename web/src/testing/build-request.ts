import type { Request, RequestAnswer, RequestItem, QuoteRequestRow } from '@artikul/contract/ordering/quote-requests'

/** Deadline far enough in the future for every test. */
const PROMISED = '2099-11-17T11:30:00.000Z'

export const buildRequestItem = (fields: Partial<RequestItem> = {}): RequestItem => ({
  id: 3,
  number: 'З-000003',
  state: 'waiting',
  contractor_id: 7,
  contractor: 'ООО «Автотехцентр»',
  asker: 'Петров Алексей Николаевич',
  manager: null,
  is_mine: false,
  subject: 'BREMBO 00.P034.42',
  rows_count: 1,
  created_at: '2026-11-17T09:00:00.000Z',
  answer_by: PROMISED,
  answered_at: null,
  ...fields,
})

export const buildRequestRow = (fields: Partial<QuoteRequestRow> = {}): QuoteRequestRow => ({
  id: 11,
  product_code: null,
  brand: 'BREMBO',
  article: '00.P034.42',
  name: '',
  qty: 2,
  client_ref: '',
  order: null,
  refusal: '',
  ...fields,
})

export const buildRequestAnswer = (fields: Partial<RequestAnswer> = {}): RequestAnswer => ({
  id: 21,
  row_id: 11,
  product: {
    id: 41,
    code: 'brembo-p30036',
    brand: 'BREMBO',
    article: 'P 30 036',
    name: 'Колодки тормозные',
    unit: 'шт',
  },
  warehouse: 'Москва, Южный',
  qty: 2,
  price_kop: 90_000,
  ordinary_kop: 100_000,
  special_kop: 90_000,
  valid_until: '2099-11-20',
  is_special: true,
  is_available: true,
  expected_date: '2099-11-18',
  comment: 'Комплект на ось',
  is_withdrawn: false,
  in_cart: false,
  ordered_qty: 0,
  ...fields,
})

export const buildRequest = (fields: Partial<Request> = {}): Request => ({
  ...buildRequestItem(),
  text: '',
  vin: '',
  car: '',
  added_by: 'Петров Алексей Николаевич',
  rows: [buildRequestRow()],
  answers: [],
  photos: [],
  messages: [
    {
      id: 1,
      kind: 'created',
      text: '',
      by: 'Петров Алексей Николаевич',
      from_staff: false,
      at: '2026-11-17T09:00:00.000Z',
    },
  ],
  ...fields,
})
