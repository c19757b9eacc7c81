import { expect, test } from 'vitest'
import { wordsOf } from '../../../testing/files/pdf-text.ts'
import { buildInvoice, HOSTILE_NAMES, LINE, PARTY } from './invoice.factory.ts'
import renderInvoicePdf from './invoice-pdf.ts'

const drawInvoice = (invoice: ReturnType<typeof buildInvoice>) => renderInvoicePdf({ invoice, pictures: {} })

test('invoice PDF drawn twice is identical byte for byte', async () => {
  const [one, other] = [await drawInvoice(buildInvoice()), await drawInvoice(buildInvoice())]
  expect(one.equals(other)).toBe(true)
})

test('invoice PDF contains its Russian text', async () => {
  const words = await wordsOf(await drawInvoice(buildInvoice()))
  for (const part of [
    'Счет на оплату № РП-000123 от 21 ноября 2026 г.',
    'Фильтр масляный',
    '5 490,08',
    'копеек',
    'Назначение платежа:',
    'Оплата по QR-коду',
  ])
    expect(words).toContain(part)
})

test('invoice PDF without part numbers has no column of them', async () => {
  const words = await wordsOf(await drawInvoice(buildInvoice({ lines: [{ ...LINE, article: '' }] })))
  expect(words).not.toContain('Артикул')
})

test.each(HOSTILE_NAMES)('C-53 name with %s is printed as text and does not break the invoice PDF', async (_, name) => {
  const party = { ...PARTY, name }
  const line = { ...LINE, name, article: name.slice(0, 64) }
  const bytes = await drawInvoice(buildInvoice({ seller: party, buyer: party, lines: [line], consignee: name }))
  // Long names are wrapped, so only their beginning is guaranteed to be on one line.
  expect(await wordsOf(bytes)).toContain(name.slice(0, 6).trim())
})

test('invoice PDF with 500 lines repeats the table header and numbers its pages', async () => {
  const lines = Array.from({ length: 500 }, (_, at) => ({ ...LINE, position: at + 1, article: `А-${at + 1}` }))
  const bytes = await drawInvoice(buildInvoice({ lines }))
  const words = await wordsOf(bytes)
  const [, sheets] = /лист 1 из (\d+)/.exec(words) ?? []
  expect(Number(sheets)).toBeGreaterThan(8)
  expect(words.split('Товары (работы, услуги)').length - 1).toBe(Number(sheets))
  expect(words).toContain('А-500')
})
