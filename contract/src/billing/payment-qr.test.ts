import { expect, test } from 'vitest'
import { paymentQr } from './payment-qr.ts'
import type { PaymentQrFields } from './payment-qr.ts'

const company: PaymentQrFields = {
  name: 'ООО "ТОРГОВЫЙ ДОМ РОСПАРТ"',
  account: '40702810200000012345',
  bankName: 'ПАО СБЕРБАНК г. Москва',
  bic: '044525225',
  correspondentAccount: '30101810400000000225',
}
const proprietor: PaymentQrFields = {
  name: 'ИП Иванов Иван Иванович',
  account: '40802810200000000777',
  bankName: 'АО "ТБАНК" г. Москва',
  bic: '044525974',
  correspondentAccount: '30101810145250000974',
}

test('payment QR rejects malformed numbers', () => {
  expect(() => paymentQr({ ...company, bic: '0445252' })).toThrow(RangeError)
  expect(() => paymentQr({ ...company, account: '407' })).toThrow(RangeError)
  expect(() => paymentQr({ ...company, sumKop: 10.5 })).toThrow(RangeError)
  expect(() => paymentQr({ ...company, payeeInn: '77О1234560' })).toThrow(RangeError)
})

test('payment QR rejects values that leave no separator free', () => {
  expect(() => paymentQr({ ...company, purpose: '|~_#$^&*/\\`@%' })).toThrow(RangeError)
})

test('payment QR of a company has fields in the order of the standard', () => {
  const purpose = 'Оплата по счёту № РП-000123 от 21.11.2026 за автозапчасти. В т.ч. НДС 22% - 4950.06'
  const rest = { sumKop: 2_745_035, purpose, payeeInn: '7701234560', payerInn: '7812345675', kpp: '770101001' }
  expect(paymentQr({ ...company, ...rest })).toBe(
    `ST00012|Name=ООО "ТОРГОВЫЙ ДОМ РОСПАРТ"|PersonalAcc=40702810200000012345|BankName=ПАО СБЕРБАНК г. Москва|BIC=044525225|CorrespAcc=30101810400000000225|Sum=2745035|Purpose=${purpose}|PayeeINN=7701234560|PayerINN=7812345675|KPP=770101001`,
  )
})

test('payment QR of a sole proprietor has no KPP', () => {
  const purpose = 'Оплата по счёту № 7 от 21.11.2026. НДС не облагается'
  expect(paymentQr({ ...proprietor, sumKop: 100_000, purpose, payeeInn: '770123456703' })).toBe(
    `ST00012|Name=ИП Иванов Иван Иванович|PersonalAcc=40802810200000000777|BankName=АО "ТБАНК" г. Москва|BIC=044525974|CorrespAcc=30101810145250000974|Sum=100000|Purpose=${purpose}|PayeeINN=770123456703`,
  )
})

test('payment QR uses another separator when a value contains the usual one', () => {
  const line = paymentQr({ ...proprietor, name: 'ООО "Авто|Деталь"', sumKop: 100_000, payeeInn: '7701234560' })
  expect(line).toBe(
    'ST00012~Name=ООО "Авто|Деталь"~PersonalAcc=40802810200000000777~BankName=АО "ТБАНК" г. Москва~BIC=044525974~CorrespAcc=30101810145250000974~Sum=100000~PayeeINN=7701234560',
  )
})

test('payment QR texts are put on one line and cut to the limits', () => {
  const line = paymentQr({ ...company, name: 'ООО\u00a0«Ромашка»\r\n\u0007 Юг', purpose: 'я'.repeat(300) })
  expect(line).toContain('|Name=ООО «Ромашка» Юг|')
  expect(line).toMatch(/\|Purpose=я{210}$/)
})
