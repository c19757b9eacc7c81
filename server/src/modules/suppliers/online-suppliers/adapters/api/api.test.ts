import type { ApiDescription, ApiReading } from '@artikul/contract/suppliers/adapter-settings'
import { describe, expect, test } from 'vitest'
import { parseXml } from '../../querying/xml.ts'
import { readSample } from '../../read-sample.ts'
import { api } from './api.ts'
import { readByPaths } from './read-offers.ts'

const FIELDS = {
  ...{ article: 'number', brand: 'brand', name: '', price: 'price', currency: 'currency' },
  ...{ quantity: 'qty', term: 'days', warehouse: 'place', multiplicity: 'pack' },
}
const READING: ApiReading = { format: 'json', list: '', fields: FIELDS, price_unit: 'rub', term_unit: 'days' }
const OFFER = {
  number: 'OC 90',
  brand: 'MAHLE',
  price: 512.4,
  currency: 'RUB',
  qty: 12,
  days: 2,
  place: 'Москва',
  pack: 1,
}
const one = (fields: object, reading: Partial<ApiReading> = {}) =>
  readByPaths([{ ...OFFER, ...fields }], { ...READING, ...reading })

describe('offer of a described API', () => {
  test.each([
    [{ price: '1 250,50 руб.' }, { purchaseKop: 125_050 }],
    [{ qty: '>10' }, { qty: 10, qtyExact: false, qtyText: '>10' }],
    [{ qty: '10+' }, { qty: 10, qtyExact: false, qtyText: '10+' }],
    [{ qty: 'есть' }, { qty: 1, qtyExact: false, qtyText: 'есть' }],
    [{ qty: '5 шт.' }, { qty: 5, qtyExact: true, qtyText: '' }],
    [{ days: '2-3 дня' }, { termDays: 3 }],
    [{ days: '' }, { termDays: 0 }],
    [{ place: undefined }, { route: 'основной', routeName: '' }],
    [{ pack: '4' }, { multiplicity: 4 }],
  ])('with %j is read as %j', (fields, read) => {
    expect(one(fields).items).toMatchObject([read])
  })

  test.each([
    [{ price: 'по запросу' }, 'price'],
    [{ currency: 'EUR' }, 'currency'],
    [{ qty: 'нет' }, 'quantity'],
    [{ qty: '-3' }, 'quantity'],
    [{ days: 'скоро' }, 'term'],
    [{ brand: '' }, 'shape'],
  ])('with %j is dropped and counted', (fields, reason) => {
    expect(one(fields)).toEqual({ items: [], dropped: { [reason]: 1 } })
  })

  test('in kopecks and hours is converted', () => {
    const units = { price_unit: 'kop', term_unit: 'hours' } as const
    expect(one({ price: 51_240, days: 49 }, units).items).toMatchObject([{ purchaseKop: 51_240, termDays: 3 }])
  })
})

const NESTED = {
  result: {
    goods: [
      {
        make: 'MAHLE',
        number: 'OC 90',
        title: 'Фильтр',
        offers: [
          { price: '512,40', qty: '>10', days: 2, warehouse: 'Москва' },
          { price: '498,00', qty: 3, days: 5, warehouse: 'Казань' },
        ],
      },
    ],
  },
}
const XML = `<?xml version="1.0"?><a><items><item><brand>MAHLE</brand><article>OC 90</article><price>512.40</price>
<quantity>7</quantity><days>1</days></item></items></a>`

test.each([
  ['a bare list', JSON.stringify([{ brand: 'MAHLE', article: 'OC 90', price: 1, quantity: 2 }]), '', 1],
  ['offers inside goods', JSON.stringify(NESTED), 'result.goods.*.offers', 2],
  ['XML with one element', XML, 'a.items.item', 1],
])('places of the fields are proposed for %s', (_, sample, list, count) => {
  const { is_ok: isOk, proposal, offers } = readSample({ sample, api: null })
  expect([isOk, proposal?.list, offers.length]).toEqual([true, list, count])
  expect(offers[0]).toMatchObject({ brand: 'MAHLE', article: 'OC 90' })
})

test.each([
  ['{"message":"Доступ запрещён"}', /^Предложений в образце не видно/],
  ['<!DOCTYPE html><html></html>', /^Вместо данных пришла страница/],
  ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', /^Вместо данных пришла страница|^Ответ не XML/],
  ['{', /^Ответ не JSON/],
])('sample %s is refused in words', (sample, text) => {
  expect(readSample({ sample, api: null })).toMatchObject({ is_ok: false, text: expect.stringMatching(text) as string })
})

test('request is filled by its templates, and values cannot leave their places', () => {
  const description: ApiDescription = {
    ...READING,
    method: 'POST',
    path: '/v1/{brand}/find?number={article}&key={key}',
    headers: [{ name: 'Authorization', value: 'Basic {basic}' }],
    body_type: 'json',
    body: '{"article":"{article}"}',
  }
  const access = { url: '', login: 'portal', secret: 'a&b', settings: { api: description } }
  const request = api.search(access, { article: '"}&x=1', brand: '..' })
  expect(request).toEqual({
    method: 'POST',
    path: '/v1/-/find',
    headers: [
      ['accept', '*/*'],
      ['authorization', `Basic ${Buffer.from('portal:a&b').toString('base64')}`],
    ],
    query: [
      ['number', '"}&x=1'],
      ['key', 'a&b'],
    ],
    body: { type: 'application/json', text: '{"article":"\\"}&x=1"}' },
  })
  expect(api.readOffers(parseXml(XML), { now: new Date() })).toEqual({ items: [], dropped: {} })
})
