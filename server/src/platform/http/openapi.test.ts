import { FILE } from '@artikul/contract/core/route'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openApi } from './openapi.ts'

const own = { method: 'POST', path: '/api/v1/any', summary: 'Любой', access: 'public' } as const
const Reply = z.object({ place: z.tuple([z.number(), z.number()]) })

const BINARY = { schema: { type: 'string', format: 'binary' } }
const PLACE = { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], minItems: 2, maxItems: 2 }

test.each([
  ['a file as any type', { ...own, reply: FILE }, { responses: { 200: { content: { '*/*': BINARY } } } }],
  [
    'a stream as events',
    { ...own, reply: Reply, stream: true },
    { responses: { 200: { content: { 'text/event-stream': { schema: { type: 'object' } } } } } },
  ],
  [
    'what is uploaded as bytes',
    { ...own, reply: Reply, upload: 1000 },
    { requestBody: { required: true, content: { 'application/octet-stream': BINARY } } },
  ],
] as const)('OpenAPI describes %s', async (_, route, described) => {
  const document = await openApi({ any: { one: route } }, 'Любой')
  expect(document).toMatchObject({ paths: { '/api/v1/any': { post: described } } })
})

test('OpenAPI lists the parts of a tuple once', async () => {
  const document = (await openApi({ any: { one: { ...own, reply: Reply } } }, 'Любой')) as {
    paths: Record<string, { post: { responses: { 200: { content: Record<string, { schema: unknown }> } } } }>
  }
  const { schema } = document.paths['/api/v1/any']?.post.responses[200].content['application/json'] ?? expect.fail()
  expect((schema as { properties: { place: object } }).properties.place).toEqual(PLACE)
})
