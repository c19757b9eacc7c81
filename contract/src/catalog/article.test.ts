import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { articleKey, looseArticleKey } from './article.ts'
import { brandKey } from './brand.ts'

describe('article key', () => {
  test('keeps every Cyrillic letter when one has no Latin twin', () => {
    expect(articleKey('ЖБ-12А')).toBe('ЖБ12А')
    expect(looseArticleKey('КЛ-5')).toBe('КЛ5')
  })

  test('keeps leading zeros and drops the tail of a number read as a float', () => {
    expect(articleKey('0000123456')).toBe('0000123456')
    expect(articleKey('2630035503.0')).toBe('2630035503')
    expect(articleKey('26.300.0')).toBe('263000')
  })

  test('drops the number sign, hidden characters and every separator', () => {
    expect(articleKey('№ 26300-35503')).toBe('2630035503')
    expect(articleKey('\ufeff26300\u00ad\u200b\u202f35503\u200f')).toBe('2630035503')
    expect(articleKey('A*1#2+3[4](5)')).toBe('A12345')
    expect(articleKey('Ё-12')).toBe('E12')
  })

  test('is the same for two colliding articles, so brand and shown number decide', () => {
    expect(articleKey('W 712/75')).toBe(articleKey('W7127/5'))
  })

  test('treats O, I and L as digits only in the loose key', () => {
    expect(looseArticleKey('0C90')).toBe(looseArticleKey('ОС 90'))
    expect(looseArticleKey('LR 011 279')).toBe('LR011279')
    expect(looseArticleKey('PI5L')).toBe('P151')
  })

  test('is idempotent for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (written) => {
        const key = articleKey(written)
        expect(articleKey(key)).toBe(key)
        expect(key).toMatch(/^[0-9A-ZА-ЯЁІЈЅ]*$/)
      }),
    )
  })
})

describe('brand key', () => {
  test.each([
    ['RØDE', 'RODE'],
    ['Надёжный Шериф', 'НАДЕЖНЫЙШЕРИФ'],
    ['Citroe\u0308n', 'CITROEN'],
    ['Groß & Söhne', 'GROSSSOHNE'],
    ['ПенActiv', 'ПЕНACTIV'],
    ['Й', 'Й'],
    ['ВАЗ (LADA)', 'ВАЗLADA'],
    ['', ''],
  ])('of «%s» is «%s»', (written, key) => expect(brandKey(written)).toBe(key))

  test('never gets longer when computed from itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (written) => {
        const key = brandKey(written)
        expect(brandKey(key).length).toBeLessThanOrEqual(key.length)
      }),
    )
  })
})
