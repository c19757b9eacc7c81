import type { Invoice } from '@artikul/contract/invoices'
import { paymentQr, type Payment } from '@artikul/contract/payment-qr'
import jsqr from 'jsqr'
import { describe, expect, test } from 'vitest'
import { qrPath } from '../../platform/qr-path.ts'
import { actsOf, faultsOf, hasPdfTools, pictureOf, wordsOf } from '../../testing/pdf-tools.ts'
import drawInvoice from './invoice.pdf.ts'

const PARTY = {
  name: 'ООО "ТОРГОВЫЙ ДОМ РОСПАРТ"',
  inn: '7701234560',
  kpp: '770101001',
  address: '101000, Москва',
  phone: '',
}
const LINE = {
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

const buildInvoice = (fields: Partial<Invoice> = {}): Invoice => ({
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

const NAMES: [string, string][] = [
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

test('drawn twice it is the same, byte for byte', async () => {
  const [one, other] = [await drawInvoice(buildInvoice()), await drawInvoice(buildInvoice())]
  expect(one.equals(other)).toBe(true)
})

describe.skipIf(!hasPdfTools)('as other readers see it', () => {
  test('gives its Russian words back', async () => {
    const words = wordsOf(await drawInvoice(buildInvoice()))
    for (const part of ['Счет на оплату № РП-000123 от 21 ноября 2026 г.', 'Фильтр масляный', '5 490,08', 'копеек'])
      expect(words.replaceAll('\u00a0', ' ')).toContain(part)
  })

  test.each(NAMES)('C-53 a name with %s neither breaks it nor acts in it', async (_, name) => {
    const party = { ...PARTY, name }
    const line = { ...LINE, name, article: name.slice(0, 64) }
    const bytes = await drawInvoice(buildInvoice({ seller: party, buyer: party, lines: [line], consignee: name }))
    expect(faultsOf(bytes)).toBeNull()
    expect(actsOf(bytes)).toEqual([])
    // Long names are wrapped, so only their beginning is surely in one line.
    expect(wordsOf(bytes)).toContain(name.slice(0, 6).trim())
  })

  test('five hundred lines go over the sheets, each with the head of the table and its own number', async () => {
    const lines = Array.from({ length: 500 }, (_, at) => ({ ...LINE, position: at + 1, article: `А-${at + 1}` }))
    const bytes = await drawInvoice(buildInvoice({ lines }))
    expect(faultsOf(bytes)).toBeNull()
    const words = wordsOf(bytes)
    const [, sheets] = /лист 1 из (\d+)/.exec(words) ?? []
    expect(Number(sheets)).toBeGreaterThan(8)
    expect(words.split('Товары (работы, услуги)').length - 1).toBe(Number(sheets))
    expect(words).toContain('А-500')
  })

  const company: Payment = {
    name: 'ООО "ТОРГОВЫЙ ДОМ РОСПАРТ"',
    account: '40702810200000012345',
    bankName: 'ПАО СБЕРБАНК г. Москва',
    bic: '044525225',
    correspondentAccount: '30101810400000000225',
    sumKop: 2_745_035,
    payeeInn: '7701234560',
    payerInn: '7812345675',
    kpp: '770101001',
  }
  test.each<[string, Payment]>([
    [
      'a company',
      { ...company, purpose: 'Оплата по счёту № РП-000123 от 21.11.2026 за автозапчасти. В т.ч. НДС 22% - 4950.06' },
    ],
    ['a separator in the name', { ...company, name: 'ООО "Авто|Деталь"' }],
    ['the longest purpose', { ...company, purpose: 'я'.repeat(210) }],
  ])('its QR is read back as it was written: %s', async (_, payment) => {
    const text = paymentQr(payment)
    const { pixels, width, height } = pictureOf(await drawInvoice(buildInvoice({ qr: qrPath(text) })), 200)
    const code = jsqr.default(pixels, width, height)
    expect(new TextDecoder().decode(Uint8Array.from(code?.binaryData ?? []))).toBe(text)
  })
})
