import { API } from '@artikul/contract/api'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { compileSerializer, createSerializer } from './serializer.ts'

const SCHEMA = z.object({ id: z.int(), of: z.object({ id: z.int() }).nullable() })
const row = { id: 1, secret: 'x', of: { id: 2, secret: 'y' } }

test.each(['test', 'production'] as const)('serializer in %s leaves out what the reply does not list', (NODE_ENV) => {
  const serialize = createSerializer(SCHEMA, { NODE_ENV })
  expect(JSON.parse(serialize(row))).toEqual({ id: 1, of: { id: 2 } })
  expect(JSON.parse(serialize({ id: 1, of: null }))).toEqual({ id: 1, of: null })
})

test('serializers of all replies compile', () => {
  for (const { reply } of Object.values(API).flatMap((routes) => Object.values(routes)))
    if (reply instanceof z.ZodType) expect(compileSerializer(reply)).toBeTypeOf('function')
})
