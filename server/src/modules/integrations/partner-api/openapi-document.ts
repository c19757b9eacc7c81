import { KEY_SCOPES } from '@artikul/contract/core/key-scopes'
import { WEBHOOK_EVENTS, WebhookEvent } from '@artikul/contract/core/webhook-events'
import { FILE, type Route } from '@artikul/contract/core/route'
import { PARTNER_API } from '@artikul/contract/integrations/partner-api'
import { messageOf } from '@artikul/contract/integrations/partner-webhooks'
import { PARTNER_SHAPES, PartnerProblem } from '@artikul/contract/integrations/partner-shapes'
import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

export interface PartnerOpenApi extends JsonSchema {
  paths: Record<string, Record<string, JsonSchema>>
  components: JsonSchema & { schemas: Record<string, JsonSchema> }
}

const GROUPS: Record<keyof typeof PARTNER_API, string> = { any: 'Подключение', ...KEY_SCOPES }
const REFUSALS = ['400', '401', '403', '404', '409', '422', '429', '503']

const DESCRIPTION = `Ключ создаёт администратор компании в профиле, на вкладке «API и вебхуки», и передаёт его программе. Каждый вызов несёт заголовок \`Authorization: Bearer ключ\`.

Деньги – целые копейки в полях на \`_kop\`, дни – ГГГГ-ММ-ДД по Москве, время – ISO 8601 UTC. Списки продолжаются: передайте \`next_cursor\` в \`cursor\`. Отказ – \`application/problem+json\` с постоянным \`code\`.

Создание заказа и отмена требуют \`Idempotency-Key\`: повтор с тем же ключом возвращает тот же ответ. Пределы вызовов – в заголовках \`RateLimit-*\`; после них ответ 429 с \`Retry-After\`.

Вебхуки – сообщения о событиях на ваш адрес – подписаны по Standard Webhooks 1.0; их состав – в разделе webhooks этого документа.

Поля добавляются без предупреждения: неизвестные поля ответа пропускайте. Изменение и удаление – только в новой версии.`

/**
 * Refers to the named shapes, takes over the texts of fields, and permits replies to have more fields later; a tuple
 * needs no `items: false`.
 */
function overrideFor(io: 'input' | 'output') {
  return ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }) => {
    const description = z.globalRegistry.get(zodSchema)?.description
    if (description !== undefined) jsonSchema['description'] = description
    if (io === 'output') delete jsonSchema['additionalProperties']
  }
}

/** Converts schemas of the contract; the named ones they use are collected as components. */
function createConverter() {
  const schemas: Record<string, JsonSchema> = {}
  const refer = (text: string) => text.replaceAll('"#/$defs/', '"#/components/schemas/')
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const settings = { io, metadata: PARTNER_SHAPES, unrepresentable: 'any', override: overrideFor(io) } as const
    const text = refer(JSON.stringify(z.toJSONSchema(schema, settings)))
    // Parsed from what was written just above.
    const { $schema: _, $defs = {}, ...converted } = JSON.parse(text) as JsonSchema & { $defs?: typeof schemas }
    Object.assign(schemas, $defs)
    return converted
  }
  return { schemas, convert }
}
type Convert = ReturnType<typeof createConverter>['convert']

function parametersOf({ params, query, idempotent }: Route, convert: Convert): JsonSchema[] {
  const fieldsOf = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
    // Parameters are objects in the contract.
    const json = (schema ? convert(schema, 'input') : {}) as {
      properties?: Record<string, JsonSchema>
      required?: string[]
    }
    return Object.entries(json.properties ?? {}).map(([name, { description, ...field }]) => ({
      ...{ name, in: place, required: place === 'path' || (json.required ?? []).includes(name) },
      ...(description !== undefined && { description }),
      schema: field,
    }))
  }
  const key = idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []
  return [...fieldsOf(params, 'path'), ...fieldsOf(query, 'query'), ...key]
}

function operationOf(name: string, group: keyof typeof PARTNER_API, route: Route, convert: Convert): JsonSchema {
  const { reply, body, example, status = 200, scope } = route
  const content =
    reply === FILE
      ? { '*/*': { schema: { type: 'string', format: 'binary' } } }
      : { 'application/json': { schema: convert(reply, 'output') } }
  const limits = ['Limit', 'Remaining', 'Reset'].map((part): [string, JsonSchema] => [
    `RateLimit-${part}`,
    { $ref: `#/components/headers/RateLimit${part}` },
  ])
  return {
    ...{ operationId: name, tags: [GROUPS[group]], summary: route.summary, 'x-scope': scope },
    parameters: parametersOf(route, convert),
    ...(body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: convert(body, 'input'), ...(example && { example }) } },
      },
    }),
    responses: {
      [status]: { description: 'Успешно', headers: Object.fromEntries(limits), content },
      ...Object.fromEntries(REFUSALS.map((code) => [code, { $ref: '#/components/responses/Refusal' }])),
    },
  }
}

const whole = (description: string) => ({ description, schema: { type: 'integer' } })

/** `order.line.changed` as `onOrderLineChanged`. */
const operationIdOf = (event: WebhookEvent) =>
  `on${event
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`

/** Messages that the portal sends to the addresses of webhooks. */
const webhooksOf = (convert: Convert): JsonSchema =>
  Object.fromEntries(
    WebhookEvent.options.map((event) => [
      event,
      {
        post: {
          operationId: operationIdOf(event),
          ...{ tags: [GROUPS.webhooks], summary: WEBHOOK_EVENTS[event], security: [] },
          requestBody: {
            required: true,
            content: { 'application/json': { schema: convert(messageOf(event), 'output') } },
          },
          responses: { '2XX': { description: 'Принято; на другой ответ сообщение повторяется' } },
        },
      },
    ]),
  )

/**
 * Builds the OpenAPI 3.1 document of the partner API.
 * @param origin address of the portal, `https://portal.example.ru`
 */
export function buildPartnerDocument(title: string, origin: string): PartnerOpenApi {
  const { schemas, convert } = createConverter()
  const paths: PartnerOpenApi['paths'] = {}
  // Every shape, in the order of the contract.
  convert(PartnerProblem, 'output')
  for (const [group, routes] of Object.entries(PARTNER_API) as [keyof typeof PARTNER_API, Record<string, Route>][])
    // its own keys
    for (const [name, route] of Object.entries(routes)) {
      const path = route.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, group, route, convert) }
    }
  return {
    openapi: '3.1.0',
    info: { title: `${title}: API для программ покупателя`, version: '1', description: DESCRIPTION },
    servers: [{ url: origin }],
    security: [{ key: [] }],
    tags: Object.values(GROUPS).map((name) => ({ name })),
    paths,
    webhooks: webhooksOf(convert),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'Ключ из профиля компании' } },
      parameters: {
        IdempotencyKey: {
          ...{ name: 'Idempotency-Key', in: 'header', required: true },
          description: 'Свой для каждого действия; при повторе – тот же',
          schema: { type: 'string', maxLength: 255 },
        },
      },
      headers: {
        RateLimitLimit: whole('Предел вызовов'),
        RateLimitRemaining: whole('Сколько вызовов осталось'),
        RateLimitReset: whole('Через сколько секунд счёт начнётся заново'),
      },
      responses: {
        Refusal: {
          description: 'Отказ',
          headers: { 'Retry-After': whole('Через сколько секунд повторить') },
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
      schemas,
    },
  }
}
