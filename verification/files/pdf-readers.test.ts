import { paymentQr, type PaymentQrFields } from '@artikul/contract/billing/payment-qr'
import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import { buildInvoice, HOSTILE_NAMES, LINE, PARTY } from '../../server/src/modules/billing/documents/invoice.factory.ts'
import renderInvoicePdf from '../../server/src/modules/billing/documents/invoice-pdf.ts'
import { qrPath } from '../../server/src/platform/files/qr-path.ts'
import { actsOf, faultsOf, pictureOf } from '../../server/src/testing/files/pdf-tools.ts'

const drawInvoice = (invoice: ReturnType<typeof buildInvoice>) => renderInvoicePdf({ invoice, pictures: {} })

test.each(HOSTILE_NAMES)('invoice PDF with %s in a name is valid for qpdf and has no actions', async (_, name) => {
  const party = { ...PARTY, name }
  const line = { ...LINE, name, article: name.slice(0, 64) }
  const bytes = await drawInvoice(buildInvoice({ seller: party, buyer: party, lines: [line], consignee: name }))
  expect(faultsOf(bytes)).toBeNull()
  expect(actsOf(bytes)).toEqual([])
})

const company: PaymentQrFields = {
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

test.each<[string, PaymentQrFields]>([
  [
    'a company',
    { ...company, purpose: 'Оплата по счёту № РП-000123 от 21.11.2026 за автозапчасти. В т.ч. НДС 22% - 4950.06' },
  ],
  ['a separator in the name', { ...company, name: 'ООО "Авто|Деталь"' }],
  ['the longest purpose', { ...company, purpose: 'я'.repeat(210) }],
])('invoice QR is read back as written: %s', async (_, payment) => {
  const text = paymentQr(payment)
  const { pixels, width, height } = pictureOf(await drawInvoice(buildInvoice({ qr: qrPath(text) })), 200)
  const code = jsqr.default(pixels, width, height)
  expect(new TextDecoder().decode(Uint8Array.from(code?.binaryData ?? []))).toBe(text)
})
