import { expect, test } from 'vitest'
import { parseXml } from './xml.ts'

test('elements become values by their names, several of one name a list', () => {
  const text =
    '<?xml version="1.0"?><s:A xmlns:s="urn:s"><x id="1"> 1 &amp; 2 </x><x><![CDATA[<b>]]></x><s:y><z/></s:y></s:A>'
  expect(parseXml(text)).toEqual({ A: { x: ['1 & 2', '<b>'], y: { z: '' } } })
})

test('a name of a prototype is a name', () => {
  const { a } = parseXml('<a><__proto__>1</__proto__><constructor>2</constructor></a>') as { a: object }
  expect(Object.entries(a)).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ])
})

test.each([
  ['is cut off', '<a><b>1</b>'],
  ['is closed in another order', '<a><b></a></b>'],
  ['is a page', '<!doctype html><p>Закрыто<br></p>'],
  ['is no XML', '{"a":1}'],
  ['declares entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['is too deep', '<a>'.repeat(100) + '</a>'.repeat(100)],
])('what %s is not read', (_, text) => {
  expect(() => parseXml(text)).toThrow()
})
