import { encode } from 'iconv-lite'
import { expect, test } from 'vitest'
import { bankFile, bankText } from '../payments.factory.ts'
import { parseBankDay, parseBankSum, readBankFile } from './read-bank-file.ts'

const PURPOSE = 'Оплата по счёту № РП-000123 от 20.11.2026'
const ROW = { payer: 'ООО «Волга — Авто»', purpose: PURPOSE, sum: '27450.35' }

test.each([
  ['windows-1251', bankFile([ROW])],
  ['UTF-8 with its mark', Buffer.from(`\uFEFF${bankText([ROW])}`)],
  ['UTF-8 without it', Buffer.from(bankText([ROW]))],
  ['lines of Unix', encode(bankText([ROW]).replaceAll('\r\n', '\n'), 'win1251')],
])('payment order in %s is read', (_, bytes) => {
  const { documents, warnings } = readBankFile(bytes)
  expect(warnings).toEqual([])
  expect(documents).toEqual([
    {
      line: 12,
      number: '55',
      day: '2026-11-20',
      paidOn: '2026-11-20',
      sumKop: 2_745_035,
      payer: 'ООО «Волга — Авто»',
      payerInn: '7800000002',
      payerAccount: '40702810900000000777',
      payeeInn: '',
      payeeAccount: '40702810200000012345',
      purpose: PURPOSE,
      problem: null,
    },
  ])
})

test('bank file in DOS encoding is read by its declared encoding', () => {
  const text = bankText([{ payer: 'ООО Волга', purpose: 'Оплата' }]).replace('Кодировка=Windows', 'Кодировка=DOS')
  expect(readBankFile(encode(text.replaceAll(/[«»№]/g, ''), 'cp866')).documents[0]?.purpose).toBe('Оплата')
})

test.each([
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ['nothing', Buffer.alloc(0)],
  ['another file of 1С', Buffer.from('<?xml version="1.0"?><КоммерческаяИнформация/>')],
  [
    'a header that goes on',
    encode(bankText([ROW]).replace('1CClientBankExchange', '1CClientBankExchangeX'), 'win1251'),
  ],
  ['no documents', bankFile([])],
  ['an endless line', bankFile([{ purpose: 'я'.repeat(20_000) }])],
  ['too many documents', bankFile(Array.from({ length: 5001 }, (_, at) => ({ number: String(at + 1) })))],
])('bank file with %s is refused', (_, bytes) => {
  expect(() => readBankFile(bytes)).toThrow(expect.objectContaining({ code: 'file.refused' }))
})

test.each([
  ['31.02.2026', null],
  ['2026-11-20', null],
  ['20.11.26', null],
  ['', null],
  ['29.02.2028', '2028-02-29'],
])('date «%s» is read or rejected', (written, day) => {
  expect(parseBankDay(written)).toBe(day)
})

test.each([
  ['0.00', null],
  ['-5.00', null],
  ['1 000.00', null],
  ['1e5', null],
  ['12.345', null],
  ['99999999999999.00', null],
  ['1000', 100_000],
  ['1000,5', 100_050],
  ['0.01', 1],
])('sum «%s» is read or rejected', (written, kop) => {
  expect(parseBankSum(written)).toBe(kop)
})

test('invalid documents are reported with their lines, and the rest is read', () => {
  const { documents, warnings } = readBankFile(
    bankFile([
      { number: '1', date: '31.02.2026' },
      { number: '2', sum: 'сто' },
      { number: '3', end: '' },
      { number: '', paid: '2026' },
      { number: '5' },
    ]),
  )
  expect(documents.map(({ number, problem }) => [number, problem])).toEqual([
    ['1', 'строка 14: неверная дата «31.02.2026»'],
    ['2', 'строка 30: неверная сумма «сто»'],
    ['3', 'строка 42: документ не закончен, нет «КонецДокумента»'],
    ['', 'строка 57: нет номера документа; строка 66: неверная дата «2026»'],
    ['5', null],
  ])
  expect(warnings).toEqual([])
})

test('payment purpose continues on the next line or in numbered parts, and stray lines are reported', () => {
  const twoLines = bankText([{ purpose: 'Оплата по счету\r\n№ РП-000123' }])
  expect(readBankFile(encode(twoLines, 'win1251')).documents[0]?.purpose).toBe('Оплата по счету № РП-000123')
  const parts = bankText([{ purpose: '\r\nНазначениеПлатежа1=Оплата по\r\nНазначениеПлатежа2=счету 5' }])
  expect(readBankFile(encode(parts, 'win1251')).documents[0]?.purpose).toBe('Оплата по счету 5')
  const stray = bankText([{ end: 'КонецДокумента\r\nчто-то\r\nКонецДокумента' }], '')
  expect(readBankFile(encode(stray, 'win1251')).warnings).toEqual([
    'Строка 27: не прочитана «что-то»',
    'Строка 28: «КонецДокумента» без начала документа',
    'Нет строки «КонецФайла»: файл мог прийти не целиком',
  ])
})

test('INN and account are read in the formats of different banks', () => {
  const { documents } = readBankFile(
    bankFile([
      { payerInn: '7800000002/780001001', payerAccount: '40702 810 9 0000 0000777' },
      { payerInn: '7800 000002' },
      { payerInn: '0' },
      { payerInn: '781234567890' },
    ]),
  )
  expect(documents.map((one) => one.payerInn)).toEqual(['7800000002', '7800000002', '', '781234567890'])
  expect(documents[0]?.payerAccount).toBe('40702810900000000777')
})

test('long payment purpose is cut without splitting a character', () => {
  const [document] = readBankFile(Buffer.from(bankText([{ purpose: `${'я'.repeat(1999)}😀` }]))).documents
  expect(document?.purpose).toBe('я'.repeat(1999))
})
