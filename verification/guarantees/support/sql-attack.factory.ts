import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { API } from '@artikul/contract/api'
import { can, ROLES, type Role } from '@artikul/contract/core/roles'
import type { Route } from '@artikul/contract/core/route'
import type { z } from 'zod'
import { partsOf } from '../../../server/src/testing/made-inputs.ts'

/** `deep` where text may reach SQL as typed; `light` where the contract admits only a few values of its own. */
export type Depth = 'deep' | 'light'
const LEVEL: Record<Depth, string> = { deep: '3', light: '1' }
/** sqlmap mark: the value before it is attacked. */
const MARK = '*'

/** Run of sqlmap over one request. */
export interface Attack {
  name: string
  route: string
  role: Role
  depth: Depth
  method: string
  /** Request line, then headers; attacked values end with a mark. */
  lines: string[]
  body?: string | undefined
  /** Number of marked places. */
  marks: number
  /** Each repeat needs an `Idempotency-Key` of its own. */
  freshKey?: boolean | undefined
}

type Path = readonly (string | number)[]

/** Returns the value with the one at the path replaced. */
function withAt(value: unknown, [key, ...rest]: Path, put: unknown): unknown {
  if (key === undefined) return put
  if (Array.isArray(value)) return value.map((item: unknown, at) => (at === key ? withAt(item, rest, put) : item))
  return { ...(value as object), [key]: withAt((value as Record<string, unknown>)[key], rest, put) }
}

/** Lists the leaf values of a JSON by path. */
function leavesOf(value: unknown, path: Path = []): { path: Path; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([key, own]) =>
    leavesOf(own, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

interface Field {
  path: Path
  value: unknown
  depth: Depth
}

/**
 * Returns fields that accept any text, which are attacked in depth; numbers, days and enumerations stop at the
 * contract.
 */
function fieldsOf(part: unknown, schema: z.ZodType | undefined): Field[] {
  const isFree = (path: Path) => schema?.safeParse(withAt(part, path, "a'")).success === true
  return leavesOf(part).map(({ path, value }) => ({ path, value, depth: isFree(path) ? 'deep' : 'light' }))
}

/** Fills every field that accepts text, even optional ones. */
const filled = (part: unknown, schema: z.ZodType): unknown =>
  leavesOf(part).reduce((whole, { path, value }) => {
    const candidate = value === null ? withAt(whole, path, 'a') : whole
    return schema.safeParse(candidate).success ? candidate : whole
  }, part)

/** Escapes characters that sqlmap reads as marks, and non-ASCII, which sqlmap ignores. */
const asJson = (value: unknown) =>
  JSON.stringify(value).replace(/[*\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
const asUrl = (value: unknown) => encodeURIComponent(String(value)).replaceAll(MARK, '%2A')

/**
 * Placeholder for a mark while a body becomes text: marks of numbers follow them, marks of texts are in their quotes.
 */
const TEXT_MARK = 'ENDOFTEXT'
const NUMBER_MARK = 'ENDOFNUMBER'

function markedBody(body: unknown, fields: readonly Field[]): string {
  const marked = fields.reduce((whole, { path, value }) => {
    const put = typeof value === 'string' ? value + TEXT_MARK : `${NUMBER_MARK}${JSON.stringify(value)}${NUMBER_MARK}`
    return withAt(whole, path, put)
  }, body)
  return asJson(marked)
    .replaceAll(TEXT_MARK, MARK)
    .replace(new RegExp(`"${NUMBER_MARK}(.*?)${NUMBER_MARK}"`, 'g'), (_, value: string) => value + MARK)
}

const markOf = (fields: readonly Field[], name: string) => (fields.some(({ path }) => path[0] === name) ? MARK : '')

/** Returns the role that reaches most of the route. */
const roleOf = ({ access }: Route): Role =>
  ROLES.find((role) => access === 'public' || access === 'signed-in' || can([role], access)) ?? 'CONTRACTOR_ADMIN'

/** Builds one valid request of the route. */
function requestOf(route: Route) {
  const made: { params?: unknown; query?: unknown; body?: unknown } = partsOf(route)
  const body = route.body && filled(made.body ?? route.example ?? {}, route.body)
  // Both are objects of fields by the contract.
  const [params, query] = [made.params ?? {}, made.query ?? {}] as Record<string, unknown>[]
  return { params: params ?? {}, query: query ?? {}, body }
}

function attacksOn(name: string, route: Route, depth: Depth): Attack[] {
  const { params, query, body } = requestOf(route)
  const ofPart = (part: unknown, schema: z.ZodType | undefined) =>
    fieldsOf(part, schema).filter((field) => field.depth === depth)
  const [inPath, inQuery] = [ofPart(params, route.params), ofPart(query, route.query)]
  const inBody = route.body ? ofPart(body, route.body) : []
  const marks = inPath.length + inQuery.length + inBody.length
  if (marks === 0) return []
  const path = route.path.replace(/:(\w+)/g, (_, key: string) => asUrl(params[key]) + markOf(inPath, key))
  const queryParts = Object.entries(query).map(([key, value]) => `${key}=${asUrl(value)}${markOf(inQuery, key)}`)
  const type = route.upload === undefined ? 'application/json' : 'application/octet-stream'
  const sent = route.upload === undefined ? route.body && markedBody(body, inBody) : 'a;b'
  return [
    {
      name: `${name} ${depth}`,
      route: name,
      role: roleOf(route),
      depth,
      method: route.method,
      lines: [
        `${route.method} ${path}${queryParts.length > 0 ? '?' : ''}${queryParts.join('&')} HTTP/1.1`,
        ...(sent === undefined ? [] : [`Content-Type: ${type}`]),
      ],
      body: sent,
      marks,
      freshKey: route.idempotent,
    },
  ]
}

/** Reads first, then changes, and deletions at the very end. */
const ORDER = ['GET', 'PATCH', 'POST', 'DELETE']

/** Lists every parameter of every route, except endless streams, which never return whole and accept only a number. */
export const attacksOnAll = (): Attack[] =>
  Object.entries(API)
    .flatMap(([group, routes]) =>
      Object.entries(routes).map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
    )
    .filter(([, route]) => route.stream !== 'endless')
    .flatMap(([name, route]) => [...attacksOn(name, route, 'deep'), ...attacksOn(name, route, 'light')])
    .sort((a, b) => ORDER.indexOf(a.method) - ORDER.indexOf(b.method))

const headers = (name: string, first: string, lines: string[], body?: string): Attack => ({
  name: `headers of ${name}`,
  route: name,
  role: 'CONTRACTOR_ADMIN',
  depth: 'deep',
  method: first.split(' ')[0] ?? '',
  lines: [`${first} HTTP/1.1`, ...lines, ...(body === undefined ? [] : ['Content-Type: application/json'])],
  body,
  marks: lines.length,
})

const SIGNING_IN = '{"login":"nobody","password":"Wrong-Password-7"}'
const SOLD = '{"lines":[{"cart_line_id":1,"qty":1,"price_kop":1,"expected_date":"2026-12-01"}]}'

/** Attacks on headers, which the platform reads identically on all routes, and on routes that record the caller. */
export const HEADER_ATTACKS: Attack[] = [
  headers('orders.list', 'GET /api/v1/orders', [
    'X-Contractor-Id: 1*',
    'Traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01*',
    'X-Forwarded-For: 10.0.0.1*',
    'User-Agent: Any*',
    'Referer: http://127.0.0.1/*',
    'Last-Event-Id: 1*',
  ]),
  headers('auth.signIn', 'POST /api/v1/token/pair', ['User-Agent: Any*', 'Cookie: refresh=a*'], SIGNING_IN),
  headers('auth.refresh', 'POST /api/v1/token/refresh', ['Cookie: refresh=a*'], '{}'),
  headers('auth.verify', 'POST /api/v1/token/verify', ['Authorization: Bearer a*'], '{}'),
  headers('orders.place', 'POST /api/v1/orders', ['Idempotency-Key: a*'], SOLD),
]

/**
 * Gives each repeat of an idempotent call its own key. Debian's sqlmap calls a function that its Python no longer has.
 */
const FRESH_KEY = `import inspect
from uuid import uuid4
inspect.getargspec = inspect.getfullargspec
def preprocess(req):
    req.add_header("Idempotency-Key", str(uuid4()))
`

/** Verdict of sqlmap about a request. */
export interface Verdict {
  attacked: number
  found: boolean
  /** Number of refusals by status. */
  refusals: Map<number, number>
  output: string
}

function readVerdict(output: string): Verdict {
  const refusals = new Map<number, number>()
  for (const [, status, times] of output.matchAll(/^(\d{3}) \(.*\) - (\d+) times/gm))
    refusals.set(Number(status), Number(times))
  return {
    attacked: output.match(/#\d+\*' does not seem to be injectable/g)?.length ?? 0,
    // Suspected points are checked again by sqlmap and not reported when false.
    found: output.includes('identified the following injection point'),
    refusals,
    output,
  }
}

/** Password hashing delays each of a thousand requests. */
const MAX_MS = 20 * 60_000
const ALWAYS = [
  ...['--batch', '--ignore-stdin', '--flush-session', '--disable-coloring', '--risk', '1', '--dbms', 'postgresql'],
  // Refusals are the expected result.
  ...['--ignore-code', '*', '--answers', 'non-custom=N,URI injections=N,quit=N'],
]

/** Runs sqlmap over one request in a folder of its own; `more` adds options. */
export function createAttacker(folder: string, origin: string, more: readonly string[] = []) {
  writeFileSync(join(folder, 'fresh_key.py'), FRESH_KEY)
  writeFileSync(join(folder, '__init__.py'), '')
  return async ({ name, depth, method, lines, body = '', freshKey }: Attack, session: string): Promise<Verdict> => {
    const own = join(folder, name)
    mkdirSync(own, { recursive: true })
    const [first = '', ...headers] = lines
    const isSigned = headers.some((line) => line.startsWith('Authorization:'))
    const head = [first, `Host: ${new URL(origin).host}`, ...(isSigned ? [] : [session]), ...headers]
    writeFileSync(join(own, 'request.txt'), [...head, '', body].join('\r\n'))
    const args = ['-r', join(own, 'request.txt'), '--method', method, '--output-dir', own, ...ALWAYS, ...more]
    args.push('--level', LEVEL[depth], ...(freshKey ? ['--preprocess', join(folder, 'fresh_key.py')] : []))
    const child = spawn('sqlmap', args, { stdio: ['ignore', 'pipe', 'pipe'], timeout: MAX_MS })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await once(child, 'close')
    return readVerdict(output)
  }
}
