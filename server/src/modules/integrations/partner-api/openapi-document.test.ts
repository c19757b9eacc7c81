import { readFile } from 'node:fs/promises'
import { PARTNER_API } from '@artikul/contract/integrations/partner-api'
import * as shapes from '@artikul/contract/integrations/partner-shapes'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { send, useTestApp } from '../../../testing/test-app.ts'
import { buildPartnerDocument, type JsonSchema, type PartnerOpenApi } from './openapi-document.ts'
import { changesSince } from './released-changes.ts'

const test_ = useTestApp()
const current = buildPartnerDocument('Артикул', 'https://portal.example.ru')

test('released document of the partner API keeps all its operations, parameters and fields', async () => {
  // Written by `npm run partner-api:release`.
  const released = JSON.parse(await readFile('docs/partner-api.json', 'utf8')) as PartnerOpenApi
  expect(changesSince(released, current)).toEqual([])
})

type Change = (document: PartnerOpenApi) => void
const ORDERS = '/api/partner/v1/orders'
const shapeOf = (document: PartnerOpenApi, name: string) =>
  document.components.schemas[name] as JsonSchema & { properties: Record<string, JsonSchema>; required: string[] }
const operationOf = (document: PartnerOpenApi, method: string) =>
  document.paths[ORDERS]?.[method] as JsonSchema & { parameters: JsonSchema[] }
const bodyOf = (document: PartnerOpenApi) =>
  (
    operationOf(document, 'post') as unknown as {
      requestBody: { content: { 'application/json': { schema: JsonSchema } } }
    }
  ).requestBody.content['application/json'].schema as unknown as {
    required: string[]
    properties: Record<string, JsonSchema>
  }

const BREAKS: [string, Change][] = [
  ['an operation', (document) => (document.paths = {})],
  ['a method', (document) => delete document.paths[ORDERS]?.['get']],
  ['a field of a reply', (document) => delete shapeOf(document, 'Offer').properties['price_kop']],
  ['a type', (document) => (shapeOf(document, 'Offer').properties['qty'] = { type: 'string' })],
  ['a field that was always present', (document) => shapeOf(document, 'Offer').required.pop()],
  ['a status', (document) => (shapeOf(document, 'OrderItem').properties['status'] as { enum: string[] }).enum.pop()],
  ['a parameter', (document) => operationOf(document, 'get').parameters.shift()],
  ['an optional field of a request', (document) => bodyOf(document).required.push('comment')],
  ['a longer text', (document) => (bodyOf(document).properties['comment']!['maxLength'] = 10)],
]

test.each(BREAKS)('document without %s is found to break programs', (_, change) => {
  const broken = structuredClone(current)
  change(broken)
  expect(changesSince(current, broken)).not.toEqual([])
})

test('document with more operations, fields, values and optional parameters breaks nothing', () => {
  const grown = structuredClone(current)
  grown.paths['/api/partner/v1/more'] = grown.paths[ORDERS] ?? {}
  shapeOf(grown, 'Offer').properties['more'] = { type: 'string' }
  shapeOf(grown, 'Offer').required.push('more')
  ;(shapeOf(grown, 'OrderItem').properties['status'] as { enum: string[] }).enum.push('more')
  operationOf(grown, 'get').parameters.push({ name: 'more', in: 'query', required: false, schema: {} })
  bodyOf(grown).properties['more'] = { type: 'string' }
  expect(changesSince(current, grown)).toEqual([])
})

test('document is served to everybody, small, with a server, a key and no loose ends', async () => {
  const { status, json, text } = await send<PartnerOpenApi>(test_, { url: '/api/partner/v1/openapi.json' })
  expect(status).toBe(200)
  expect(Buffer.byteLength(text)).toBeLessThan(300_000)
  expect(json).toMatchObject({ openapi: '3.1.0', security: [{ key: [] }], servers: [{}] })
  const count = Object.values(json.paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
  expect(count).toBe(Object.values(PARTNER_API).reduce((sum, group) => sum + Object.keys(group).length, 0))
  for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
    expect(json.components).toHaveProperty(`${kind}.${name}`)
})

test('samples of the document have the shapes that they show', () => {
  const named = Object.values(shapes).filter((shape) => shape instanceof z.ZodType)
  const samples = named.flatMap((shape) =>
    (shapes.PARTNER_SHAPES.get(shape)?.examples ?? []).map((one) => [shape, one] as const),
  )
  expect(samples.length).toBeGreaterThan(5)
  for (const [shape, sample] of samples) expect(shape.safeParse(sample).error?.issues ?? []).toEqual([])
})
