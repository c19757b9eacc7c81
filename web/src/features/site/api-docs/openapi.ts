import { noop, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { networkError, problemError, unexpectedReply } from '../../../lib/api/api-error.ts'

export interface Schema {
  $ref?: string | undefined
  type?: string | string[] | undefined
  format?: string | undefined
  description?: string | undefined
  enum?: unknown[] | undefined
  const?: unknown
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  items?: Schema | undefined
  anyOf?: Schema[] | undefined
  oneOf?: Schema[] | undefined
  allOf?: Schema[] | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
}

const SchemaShape: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    format: z.string().optional(),
    description: z.string().optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    properties: z.record(z.string(), SchemaShape).optional(),
    required: z.array(z.string()).optional(),
    items: SchemaShape.optional(),
    anyOf: z.array(SchemaShape).optional(),
    oneOf: z.array(SchemaShape).optional(),
    allOf: z.array(SchemaShape).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
  }),
)

const Content = z
  .record(z.string(), z.looseObject({ schema: SchemaShape.optional(), example: z.unknown().optional() }))
  .optional()

const ParameterShape = z.looseObject({
  $ref: z.string().optional(),
  name: z.string().optional(),
  in: z.string().optional(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: SchemaShape.optional(),
})
type ParameterShape = z.infer<typeof ParameterShape>

const ResponseShape = z.looseObject({
  $ref: z.string().optional(),
  description: z.string().optional(),
  content: Content,
})
type ResponseShape = z.infer<typeof ResponseShape>

const Operation = z.looseObject({
  summary: z.string().optional(),
  description: z.string().optional(),
  tags: z.array(z.string()).optional(),
  parameters: z.array(ParameterShape).optional(),
  requestBody: z.looseObject({ content: Content }).optional(),
  responses: z.record(z.string(), ResponseShape).optional(),
})
type Operation = z.infer<typeof Operation>

const Document = z.looseObject({
  info: z.looseObject({ title: z.string(), version: z.string(), description: z.string().optional() }),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z
    .looseObject({
      schemas: z.record(z.string(), SchemaShape).optional(),
      parameters: z.record(z.string(), ParameterShape).optional(),
      responses: z.record(z.string(), ResponseShape).optional(),
    })
    .optional(),
})
export type Document = z.infer<typeof Document>

/** OpenAPI documents of the portal by their subject. */
export const DOCUMENTS = { partner: '/api/partner/v1/openapi.json', portal: '/api/openapi.json' } as const
export type DocumentName = keyof typeof DOCUMENTS

export const openApiQuery = (name: DocumentName) =>
  queryOptions({
    queryKey: ['openapi', name],
    queryFn: async ({ signal }) => {
      const response = await fetch(DOCUMENTS[name], { signal }).catch(() => {
        throw networkError()
      })
      const body: unknown = await response.json().catch(noop)
      if (!response.ok) throw problemError(response.status, body)
      const document = Document.safeParse(body)
      if (!document.success) throw unexpectedReply(response.status)
      return document.data
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

export interface Endpoint {
  id: string
  method: string
  path: string
  operation: Operation
}

const componentOf = ($ref: string) => $ref.split('/').at(-1) ?? ''

/** Parameter with its name and place, also where the document only refers to it. */
export function parameterOf({ components }: Document, parameter: ParameterShape) {
  const {
    name = '',
    in: place = '',
    ...rest
  } = (parameter.$ref && components?.parameters?.[componentOf(parameter.$ref)]) || parameter
  return { ...rest, name, place }
}

/** Answer with its content, also where the document only refers to it. */
export const responseOf = ({ components }: Document, response: ResponseShape): ResponseShape =>
  (response.$ref && components?.responses?.[componentOf(response.$ref)]) || response

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Endpoints by tag, in the order of the document. */
export function endpointGroups(document: Document): Map<string, Endpoint[]> {
  const groups = new Map<string, Endpoint[]>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = Operation.safeParse(item[method])
      if (!operation.success) continue
      const group = operation.data.tags?.[0] ?? path.split('/')[3] ?? 'api'
      const endpoint = { id: `${method}-${path}`.replace(/[^\w-]+/g, '-'), method, path, operation: operation.data }
      groups.set(group, [...(groups.get(group) ?? []), endpoint])
    }
  }
  return groups
}
