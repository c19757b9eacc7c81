import { z } from 'zod'
import { Day, Empty, Id, IdParams, Kop, Moment, requiredText, Version, VersionOrNone } from '../core/fields.ts'
import { KEY_SCOPES, KeyScope } from '../core/key-scopes.ts'
import { defineRoutes } from '../core/route.ts'

/** Most keys of a company that are not revoked. */
export const API_KEY_LIMIT = 20
/** Most network addresses of a key. */
const ADDRESS_LIMIT = 20
/** Largest limits that a company may set for a key. */
const CALLS_OF_MINUTE_LIMIT = 600
const CALLS_OF_DAY_LIMIT = 100_000

/** Hours during which the previous secret is accepted beside the new one. */
export const KEY_OVERLAP_HOURS = [0, 1, 24, 168] as const

const PART = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const IPV4 = new RegExp(`^(?:${PART}\\.){3}${PART}(?:/(?:3[0-2]|[12]?\\d))?$`)

/** Network address or network of a program: «203.0.113.7», «203.0.113.0/24», «2a00:1148::/32». */
export const NetworkAddress = z
  .string('Заполните поле')
  .trim()
  .refine(
    (text) => IPV4.test(text) || z.ipv6().safeParse(text).success || z.cidrv6().safeParse(text).success,
    'Адрес вида 203.0.113.7 или сеть вида 203.0.113.0/24',
  )

const fields = {
  /** «1С:Автосервис на Лесной» */
  name: requiredText(100),
  /** Delivery point of calls that name none; `null` for the company's usual one. */
  consignee_id: Id.nullable(),
  /** Only the delivery point of the key is visible and ordered to. */
  is_point_only: z.boolean(),
  scopes: z
    .array(KeyScope)
    .min(1, 'Выберите, что можно ключу')
    .refine((all) => new Set(all).size === all.length, 'Право повторяется')
    // Messages contain orders, prices and documents.
    .refine(
      (all) => !all.includes('webhooks') || (all.includes('orders') && all.includes('documents')),
      `Вебхукам нужны и права «${KEY_SCOPES.orders}», «${KEY_SCOPES.documents}»`,
    ),
  /** Network addresses from which the key is accepted; empty for any. */
  addresses: z.array(NetworkAddress).max(ADDRESS_LIMIT, `Не больше ${ADDRESS_LIMIT} адресов`),
  /** Last day of the key; `null` without a term. */
  valid_until: Day.nullable(),
  calls_per_minute: z.int().min(1, 'От 1 до 600').max(CALLS_OF_MINUTE_LIMIT, 'От 1 до 600'),
  calls_per_day: z.int().min(1, 'От 1 до 100 000').max(CALLS_OF_DAY_LIMIT, 'От 1 до 100 000'),
  /** Largest sum of one order; `null` without a limit. */
  order_limit_kop: Kop.positive('Больше нуля').nullable(),
}

const needsPoint = { path: ['consignee_id'], message: 'Выберите точку, которой ограничен ключ' }
const hasPoint = (key: { is_point_only: boolean; consignee_id: number | null }) =>
  !key.is_point_only || key.consignee_id !== null

export const NewApiKey = z.strictObject(fields).refine(hasPoint, needsPoint)
export type NewApiKey = z.infer<typeof NewApiKey>

export const ApiKeyPatch = z.strictObject({ version: Version, ...fields }).refine(hasPoint, needsPoint)
export type ApiKeyPatch = z.infer<typeof ApiKeyPatch>

export const ApiKey = z.object({
  id: Id,
  ...fields,
  addresses: z.array(z.string()),
  /** Delivery point of the key by name; empty when it has none. */
  consignee: z.string(),
  login: z.string(),
  /** Person who made the key: the key ends with his access to the company. */
  made_by: z.string(),
  created_at: Moment,
  last_used_at: Moment.nullable(),
  /** Calls of the current day in Moscow, and those that were refused. */
  calls_today: z.int(),
  refused_today: z.int(),
  /** Time until which the previous secret is accepted too. */
  previous_until: Moment.nullable(),
  /** Why the key is refused now; empty when it is accepted. */
  refusal: z.string(),
  version: Version,
})
export type ApiKey = z.infer<typeof ApiKey>

/**
 * Secret of a key, shown once. The partner API takes `token`; programs of the ABCP protocol take `login` with the MD5 of
 * `secret`.
 */
export const ApiKeySecret = z.object({ id: Id, token: z.string(), login: z.string(), secret: z.string() })
export type ApiKeySecret = z.infer<typeof ApiKeySecret>

/** Days over which the use of the API is shown to staff. */
export const API_USAGE_DAYS = 30

/** Largest limits of any key of a company; `null` for those of its keys. */
const ceilings = {
  calls_per_minute: z.int().min(1, 'От 1 до 600').max(CALLS_OF_MINUTE_LIMIT, 'От 1 до 600').nullable(),
  calls_per_day: z.int().min(1, 'От 1 до 100 000').max(CALLS_OF_DAY_LIMIT, 'От 1 до 100 000').nullable(),
}

export const ApiLimitsPatch = z.strictObject({ version: VersionOrNone, ...ceilings })
export type ApiLimitsPatch = z.infer<typeof ApiLimitsPatch>

/** Use of the API by a company during the last 30 days, by key. */
export const ApiUsage = z.object({
  keys: z.array(
    z.object({
      ...ApiKey.pick({ id: true, name: true, login: true, scopes: true, made_by: true, last_used_at: true }).shape,
      calls: z.int(),
      searches: z.int(),
      refused: z.int(),
      is_revoked: z.boolean(),
    }),
  ),
  /** Orders placed by programs of the company. */
  orders: z.int(),
  limits: z.object({ version: VersionOrNone, ...ceilings }),
})
export type ApiUsage = z.infer<typeof ApiUsage>

const PATH = '/api/v1/api-keys'

export const apiKeyRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: PATH,
    summary: 'Ключи API текущей компании, новые сверху',
    access: 'api_keys:manage',
    reply: z.object({ results: z.array(ApiKey) }),
  },
  create: {
    method: 'POST',
    path: PATH,
    summary: 'Новый ключ API: секрет показывается один раз',
    access: 'api_keys:manage',
    body: NewApiKey,
    reply: ApiKeySecret,
    status: 201,
    selfOnly: true,
  },
  change: {
    method: 'PATCH',
    path: `${PATH}/:id`,
    summary: 'Права, точка, адреса, срок и пределы ключа',
    access: 'api_keys:manage',
    params: IdParams,
    body: ApiKeyPatch,
    example: {
      version: 1,
      name: 'Любой',
      consignee_id: null,
      is_point_only: false,
      scopes: ['search'],
      addresses: [],
      valid_until: null,
      calls_per_minute: 60,
      calls_per_day: 5000,
      order_limit_kop: null,
    },
    reply: z.object({ version: Version }),
    selfOnly: true,
  },
  rotate: {
    method: 'POST',
    path: `${PATH}/:id/rotate`,
    summary: 'Новый секрет ключа; прежний действует ещё указанное число часов',
    access: 'api_keys:manage',
    params: IdParams,
    body: z.strictObject({ overlap_hours: z.literal(KEY_OVERLAP_HOURS) }),
    example: { overlap_hours: 24 },
    reply: ApiKeySecret,
    selfOnly: true,
  },
  usage: {
    method: 'GET',
    path: '/api/v1/contractors/:id/api-usage',
    summary: 'Как компания пользуется API за 30 дней, по ключам',
    access: 'contractors:manage',
    params: IdParams,
    reply: ApiUsage,
  },
  setLimits: {
    method: 'PATCH',
    path: '/api/v1/contractors/:id/api-limits',
    summary: 'Пределы вызовов для всех ключей компании',
    access: 'contractors:manage',
    params: IdParams,
    body: ApiLimitsPatch,
    example: { version: 0, calls_per_minute: 60, calls_per_day: null },
    reply: z.object({ version: Version }),
  },
  revoke: {
    method: 'POST',
    path: `${PATH}/:id/revoke`,
    summary: 'Отозвать ключ: вызовы с ним отклоняются сразу',
    access: 'api_keys:manage',
    params: IdParams,
    reply: Empty,
    selfOnly: true,
  },
})
