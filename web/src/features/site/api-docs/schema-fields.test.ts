import { expect, test } from 'vitest'
import type { Document, Schema } from './openapi.ts'
import { fieldRows } from './schema-fields.ts'

const document = { info: { version: '1' }, paths: {} } as unknown as Document
const object = (properties: Record<string, Schema>, required: string[]): Schema => ({
  type: 'object',
  properties,
  required,
})

test('union schema lists the fields of every variant and marks those required by all', () => {
  const begun = object({ kind: { const: 'suppliers' }, numbers: { type: 'array', items: { type: 'integer' } } }, [
    'kind',
    'numbers',
  ])
  const answer = object(
    { kind: { const: 'answer' }, offers: { type: 'array', items: object({ id: { type: 'integer' } }, ['id']) } },
    ['kind'],
  )
  expect(
    fieldRows(document, { anyOf: [begun, answer] }).map(({ path, type, required }) => [path, type, required]),
  ).toEqual([
    ['kind', '"suppliers" | "answer"', true],
    ['numbers', 'integer[]', false],
    ['offers', 'список объектов', false],
    ['offers[].id', 'integer', false],
  ])
})

test('nullable schema is described by its non-null variant', () => {
  const point = { anyOf: [object({ id: { type: 'integer' } }, ['id']), { type: 'null' }] } as Schema
  expect(fieldRows(document, object({ point }, ['point']))).toMatchObject([
    { path: 'point', type: 'объект', required: true },
    { path: 'point.id', type: 'integer', required: true },
  ])
})
