import { API } from '@artikul/contract/api'
import type { ContractorItem } from '@artikul/contract/companies/contractor-list'
import type { ErrorCode } from '@artikul/contract/core/errors'
import { ERRORS } from '@artikul/contract/core/errors'
import { FILE, type Route } from '@artikul/contract/core/route'
import type { CurrentUser } from '@artikul/contract/identity/users'
import { vi } from 'vitest'

interface SeenRequest {
  key: string
  headers: Headers
  body: unknown
}

type Answer = (request: SeenRequest) => Response | Promise<Response>

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

export const problem = (code: ErrorCode, extra: object = {}) =>
  json(
    { type: 'about:blank', status: ERRORS[code].status, code, title: ERRORS[code].title, request_id: 'r1', ...extra },
    ERRORS[code].status,
  )

const ROUTES: readonly Route[] = Object.values(API).flatMap((routes) => Object.values(routes))
const parts = (path: string) => path.split('/')
const isAt = (path: string, given: readonly string[]) =>
  parts(path).length === given.length && parts(path).every((part, at) => part.startsWith(':') || part === given[at])

/** Validates a fake reply with the contract, because the browser trusts the server's replies. */
async function checked(key: string, response: Response): Promise<Response> {
  const [method, url = ''] = key.split(' ')
  const given = parts(url.split('?')[0] ?? '')
  const near = ROUTES.filter((route) => route.method === method && isAt(route.path, given))
  const { reply } = near.find(({ path }) => !path.includes(':')) ?? near[0] ?? {}
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (response.ok && isJson && reply && reply !== FILE) reply.parse(await response.clone().json())
  return response
}

/** Replaces the network; a call without an answer reaches the page as a lost connection. */
export function fakeServer(answers: Record<string, Answer>) {
  const seen: SeenRequest[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const key = `${init.method ?? 'GET'} ${url}`
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    const request = { key, headers: new Headers(init.headers), body }
    seen.push(request)
    const answer = answers[key] ?? answers[key.split('?')[0] ?? '']
    if (!answer) throw new Error(`no answer for ${key}`)
    return checked(key, await answer(request))
  })
  return { seen, keys: () => seen.map(({ key }) => key) }
}

export const buildUser = (fields: Partial<CurrentUser> = {}): CurrentUser => ({
  id: 5,
  login: 'buyer',
  email: 'buyer@example.test',
  full_name: 'Петров Алексей Николаевич',
  phone: null,
  roles: [{ name: 'CONTRACTOR_USER' }],
  contractors: [{ id: 7, name: 'ООО «Автотехцентр»', inn: '7812345675', status: 'active' }],
  is_active: true,
  last_seen_at: null,
  created_at: '2026-01-12T09:00:00.000Z',
  current_contractor_id: 7,
  manager: null,
  cart_lines: 0,
  may: { see_prices: true, see_settlements: true, place_orders: true, change_points: true },
  rights: [],
  has_second_factor: false,
  must_set_second_factor: false,
  email_pending: null,
  is_newcomer: false,
  impersonated_by: null,
  ...fields,
})

export const buildCompany = (fields: Partial<ContractorItem> = {}): ContractorItem => ({
  id: 7,
  name: 'ООО «Автотехцентр»',
  inn: '7812345675',
  kpp: '781201001',
  address: '',
  phone: '',
  status: 'active',
  stopped_reason: null,
  manager: null,
  price_group: null,
  users_count: null,
  created_at: '2026-01-12T09:00:00.000Z',
  ...fields,
})

export function clearCookies() {
  for (const pair of document.cookie.split('; ')) {
    document.cookie = `${pair.split('=')[0] ?? ''}=; Path=/; Max-Age=0`
  }
}
