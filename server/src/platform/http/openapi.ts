import { Problem } from '@artikul/contract/errors'
import { FILE, type Route } from '@artikul/contract/route'
import { z } from 'zod'

type Schema = Record<string, unknown>

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Schema[] {
  if (!schema) return []
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return Object.entries(json.properties ?? {}).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || (json.required ?? []).includes(name),
    schema: field,
  }))
}

function operation(name: string, group: string, route: Route): Schema {
  const key = { name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', maxLength: 255 } }
  const content =
    route.reply === FILE
      ? { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: z.toJSONSchema(route.reply, { unrepresentable: 'any' }) } }
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: route.summary,
    ...(route.access === 'public' ? {} : { security: [{ bearer: [] }], 'x-access': route.access }),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.idempotent ? [key] : []),
    ],
    ...(route.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: z.toJSONSchema(route.body, { io: 'input', unrepresentable: 'any' }) },
        },
      },
    }),
    responses: {
      [route.status ?? 200]: { description: 'Успешно', content },
      default: { description: 'Отказ', content: { 'application/problem+json': { schema: z.toJSONSchema(Problem) } } },
    },
  }
}

/** The OpenAPI 3.1 document of the whole contract. */
export function openApi(api: Record<string, Record<string, Route>>, title: string): Schema {
  const paths: Record<string, Schema> = {}
  for (const [group, routes] of Object.entries(api))
    for (const [name, route] of Object.entries(routes)) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, group, route) }
    }
  return {
    openapi: '3.1.0',
    info: { title, version: '1', description: 'Деньги в копейках, дни в поясе Москвы, время в UTC.' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}
