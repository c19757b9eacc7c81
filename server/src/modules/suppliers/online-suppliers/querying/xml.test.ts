import { expect, test } from 'vitest'
import { parseXml } from './xml.ts'

test('XML elements become properties, and repeated elements become a list', () => {
  const text =
    '<?xml version="1.0"?><s:A xmlns:s="urn:s"><x id="1"> 1 &amp; 2 </x><x><![CDATA[<b>]]></x><s:y><z/></s:y></s:A>'
  expect(parseXml(text)).toEqual({ A: { x: ['1 & 2', '<b>'], y: { z: '' } } })
})

test('XML element named like a prototype property becomes an ordinary property', () => {
  const { a } = parseXml('<a><__proto__>1</__proto__><constructor>2</constructor></a>') as { a: object }
  expect(Object.entries(a)).toEqual([
    ['__proto__', '1'],
    ['constructor', '2'],
  ])
})

test.each([
  [
    'of another encoding than it says',
    '<?xml version="1.0" encoding="UTF-7"?><a>+ADw-b+AD4-</a>',
    { a: '+ADw-b+AD4-' },
  ],
  ['that says EBCDIC', '<?xml version="1.0" encoding="IBM037"?><a>1</a>', { a: '1' }],
  ['with an instruction to transform it', '<?xml-stylesheet href="http://127.0.0.1/x.xsl"?><a>1</a>', { a: '1' }],
  [
    'that includes another',
    '<a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/passwd"/></a>',
    { a: { include: '' } },
  ],
  ['of another namespace', '<a xmlns="urn:evil"><b>1</b></a>', { a: { b: '1' } }],
  ['with an end of CDATA among its words', '<a><![CDATA[x]]]]><![CDATA[>y]]></a>', { a: 'x]]>y' }],
])('C-51 document %s is read literally without external requests', (_, text, value) => {
  expect(parseXml(text)).toEqual(value)
})

test('C-51 document with 200 000 attributes is parsed', () => {
  const attributes = Array.from({ length: 200_000 }, (_, at) => `a${at}="1"`).join(' ')
  expect(parseXml(`<a ${attributes}>1</a>`)).toEqual({ a: '1' })
})

test.each([
  ['is cut off', '<a><b>1</b>'],
  ['is closed in another order', '<a><b></a></b>'],
  ['is a page', '<!doctype html><p>Закрыто<br></p>'],
  ['is no XML', '{"a":1}'],
  ['declares entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ['names a document type elsewhere', '<!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd"><a/>'],
  ['declares a parameter entity', '<!DOCTYPE a [<!ENTITY % b SYSTEM "file:///etc/passwd">%b;]><a/>'],
  ['names an entity of nothing', '<a>&b;</a>'],
  ['is too deep', '<a>'.repeat(100) + '</a>'.repeat(100)],
])('C-51 document that %s is rejected', (_, text) => {
  expect(() => parseXml(text)).toThrow()
})
