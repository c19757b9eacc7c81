import type { Invoice } from '@artikul/contract/billing/invoices'
import { qrPath } from '../../../platform/files/qr-path.ts'

export const PARTY = {
  name: 'ООО "ТОРГОВЫЙ ДОМ РОСПАРТ"',
  inn: '7701234560',
  kpp: '770101001',
  address: '101000, Москва',
  phone: '',
}
export const LINE = {
  position: 1,
  article: '04152-YZZA1',
  name: 'Фильтр масляный',
  qty: 4,
  unit: 'шт.',
  price_kop: 137_252,
  vat_label: '22%',
  vat_kop: 99_002,
  sum_kop: 549_008,
}

export const buildInvoice = (fields: Partial<Invoice> = {}): Invoice => ({
  id: 1,
  kind: 'order',
  contractor_id: 1,
  order_id: 1,
  order_number: '26-000123',
  orders: [],
  number: 'РП-000123',
  issued_at: '2026-11-21T09:00:00.000Z',
  title: 'Счет на оплату № РП-000123 от 21 ноября 2026 г.',
  notice: '',
  bank: {
    name: 'ПАО СБЕРБАНК г. Москва',
    bic: '044525225',
    correspondent_account: '30101810400000000225',
    account: '40702810200000012345',
  },
  seller: PARTY,
  buyer: { ...PARTY, name: 'ООО «Покупатель»' },
  consignee: '',
  basis: 'Договор № 17 от 01.02.2026',
  lines: [LINE],
  total_kop: 549_008,
  vat_totals: [{ label: 'В том числе НДС (22%)', sum_kop: 99_002 }],
  summary: 'Всего наименований 1, на сумму 5 490,08 руб.',
  in_words: 'Пять тысяч четыреста девяносто рублей 08 копеек',
  pay_until: '2026-11-26',
  purpose: '',
  director_title: 'Директор',
  director: 'Иванов И. И.',
  accountant: 'Петрова А. А.',
  manager: 'Петрова Анна',
  qr: qrPath('ST00012'),
  state: 'unpaid',
  replaced_by: null,
  asked: null,
  paid_kop: 0,
  outdated: null,
  can: { cancel: false, replace: false },
  ...fields,
})

/** Names that could break a PDF or inject content into it. */
export const HOSTILE_NAMES: [string, string][] = [
  ['quotes', 'ООО «Авто"Деталь"» \'Юг\''],
  ['a separator', 'ООО "Авто|Деталь"'],
  ['three hundred letters', 'Комплект прокладок двигателя верхний '.repeat(9).slice(0, 300)],
  ['three hundred letters without a blank', 'Ж'.repeat(300)],
  ['five thousand letters', 'Комплект прокладок '.repeat(264).slice(0, 5000)],
  ['brackets and backslashes', 'Фильтр (масл\\яный)) \\( /JS (x)'],
  ['an emoji', 'Фильтр 🚗 масляный'],
  ['letters from right to left', 'Фильтр \u202eשמן\u202c масляный'],
  ['markup and code', '<script>alert(1)</script> (app.alert) /JavaScript %PDF'],
]
