import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { amountInWords } from './core/amount-in-words.ts'
import { articleKey, looseArticleKey } from './catalog/article.ts'
import { brandKey } from './catalog/brand.ts'
import { plural } from './core/plural.ts'
import { parseNumber, parseQuantity } from './suppliers/price-text.ts'
import type { Quantity } from './suppliers/price-text.ts'
import {
  isAccountOfBank,
  isCorrespondentAccountOfBank,
  isInn,
  isKpp,
  isOgrn,
  isOgrnip,
  isOkpo,
} from './companies/requisites.ts'
import type { VatRate } from './core/vat.ts'
import { vatIncludedKop, vatOnTopKop } from './core/vat.ts'

const VECTORS = join(import.meta.dirname, '../fixtures/vectors.json')
const vectors = JSON.parse(readFileSync(VECTORS, 'utf8')) as Vectors
identifiers(vectors)
money(vectors)
texts(vectors)

function identifiers(vectors: Vectors): void {
  const checks = { inn: isInn, kpp: isKpp, ogrn: isOgrn, ogrnip: isOgrnip, okpo: isOkpo }
  for (const name of Object.keys(checks) as (keyof typeof checks)[]) {
    describe(name, () => {
      test.each(vectors[name].invalid)('%s is rejected', (value) => expect(checks[name](value)).toBe(false))
      test.each(vectors[name].valid)('%s is accepted', (value) => expect(checks[name](value)).toBe(true))
    })
  }
  describe('settlement account', () => {
    test.each(vectors.account.invalid)('%s of bank %s is rejected', (account, bic) =>
      expect(isAccountOfBank(account, bic)).toBe(false),
    )
    test.each(vectors.account.valid)('%s of bank %s is accepted', (account, bic) =>
      expect(isAccountOfBank(account, bic)).toBe(true),
    )
  })
  describe('correspondent account', () => {
    const wrong = [...vectors.corr.invalid, ...vectors.corr.keyOkButWrongBank]
    test.each(wrong)('%s of bank %s is rejected', (account, bic) =>
      expect(isCorrespondentAccountOfBank(account, bic)).toBe(false),
    )
    test.each(vectors.corr.valid)('%s of bank %s is accepted', (account, bic) =>
      expect(isCorrespondentAccountOfBank(account, bic)).toBe(true),
    )
  })
}

function money(vectors: Vectors): void {
  describe('amount in words', () => {
    test.each(Object.entries(vectors.words))('of %s matches the vector', (amount, words) =>
      expect(amountInWords(kop(amount))).toBe(words),
    )
  })
  describe('VAT included', () => {
    test.each(vectors.vatIncluded)('of $gross is correct at every rate', (row) => {
      for (const rate of RATES) expect(vatIncludedKop(kop(row.gross), rate)).toBe(kop(row[`vat${rate}`]))
    })
  })
  describe('VAT on top', () => {
    test.each(vectors.vatOnTop)('of $net is correct at every rate', (row) => {
      for (const rate of RATES) expect(vatOnTopKop(kop(row.net), rate)).toBe(kop(row[`vat${rate}`]))
    })
  })
}

function texts(vectors: Vectors): void {
  describe('article', () => {
    test.each(Object.entries(vectors.article))('«%s» has its strict and loose keys', (written, keys) =>
      expect({ strict: articleKey(written), loose: looseArticleKey(written) }).toEqual(keys),
    )
  })
  describe('brand', () => {
    test.each(Object.entries(vectors.brand))('«%s» becomes %s', (written, key) => expect(brandKey(written)).toBe(key))
  })
  describe('number', () => {
    test.each(vectors.number)('«%s» is read as %s', (text, value) => expect(parseNumber(text)).toBe(value))
  })
  describe('quantity', () => {
    test.each(vectors.qty)('«%s» means %o', (text, quantity) => expect(parseQuantity(text)).toStrictEqual(quantity))
  })
  describe('plural', () => {
    test.each(vectors.plural)('of %s is «%s»', (n, word) =>
      expect(plural(n, 'позиция', 'позиции', 'позиций')).toBe(word),
    )
  })
}

function kop(decimal: string): number {
  return Number(decimal.replace('.', ''))
}

const RATES = ['22', '20', '10', '7', '5'] as const satisfies VatRate[]

interface Sides<T> {
  valid: T[]
  invalid: T[]
}

type VatRow = Record<'gross' | 'net' | 'vat22' | 'vat20' | 'vat10' | 'vat7' | 'vat5', string>

interface Vectors {
  inn: Sides<string>
  kpp: Sides<string>
  ogrn: Sides<string>
  ogrnip: Sides<string>
  okpo: Sides<string>
  account: Sides<[string, string]>
  corr: Sides<[string, string]> & { keyOkButWrongBank: [string, string][] }
  words: Record<string, string>
  vatIncluded: VatRow[]
  vatOnTop: VatRow[]
  article: Record<string, { strict: string; loose: string }>
  brand: Record<string, string>
  number: [string, number | null][]
  qty: [string, Quantity][]
  plural: [number, string][]
}
