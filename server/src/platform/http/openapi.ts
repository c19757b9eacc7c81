import { Problem } from '@artikul/contract/core/errors'
import { FILE, type Route } from '@artikul/contract/core/route'
import { setImmediate } from 'node:timers/promises'
import { z } from 'zod'

type Schema = Record<string, unknown>

/** Removes `items: false` of tuples, which is redundant and unsupported by parsers of older schemas. */
const override = ({ jsonSchema }: { jsonSchema: Schema }) => {
  if (jsonSchema['prefixItems'] !== undefined && jsonSchema['items'] === false) delete jsonSchema['items']
}

const ofInput = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override })
const ofReply = (schema: z.ZodType) => z.toJSONSchema(schema, { unrepresentable: 'any', override })

const BYTES = { schema: { type: 'string', format: 'binary' } }

/** A file declares its own type; a stream consists of events in the shape of the reply. */
function contentOf({ reply, stream }: Route): Schema {
  if (reply === FILE) return { '*/*': BYTES }
  return { [stream ? 'text/event-stream' : 'application/json']: { schema: ofReply(reply) } }
}

function bodyOf({ body, example, upload }: Route): Schema | undefined {
  if (upload !== undefined) return { 'application/octet-stream': BYTES }
  return body && { 'application/json': { schema: ofInput(body), ...(example && { example }) } }
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Schema[] {
  if (!schema) return []
  const json = ofInput(schema)
  return Object.entries(json.properties ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || (json.required ?? []).includes(name),
    schema: field,
  }))
}

function operation(name: string, group: string, route: Route): Schema {
  const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', maxLength: 255 } }
  const sent = bodyOf(route)
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: route.summary,
    ...(route.access === 'public' ? { security: [] } : { security: [{ bearer: [] }], 'x-access': route.access }),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.idempotent ? [key] : []),
    ],
    ...(sent && { requestBody: { required: true, content: sent } }),
    responses: {
      [route.status ?? 200]: { description: 'Успешно', content: contentOf(route) },
      default: { description: 'Отказ', content: { 'application/problem+json': { schema: z.toJSONSchema(Problem) } } },
    },
  }
}

/** Builds the OpenAPI 3.1 document of the whole contract. Other requests are served between groups of routes. */
export async function openApi(api: Record<string, Record<string, Route>>, title: string): Promise<Schema> {
  const paths: Record<string, Schema> = {}
  for (const [group, routes] of Object.entries(api)) {
    await setImmediate()
    for (const [name, route] of Object.entries(routes)) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, group, route) }
    }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: 'Деньги в копейках, дни в поясе Москвы, время в UTC.' },
    servers: [{ url: '/' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}
