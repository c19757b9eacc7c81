import { ACCOUNTS, PASSWORD } from './browser.ts'
import { currentServer, serverOrigin } from './own-server.ts'

export interface Caller {
  get: <Reply>(path: string) => Promise<Reply>
  /** @param key idempotency key, where the route requires one */
  post: <Reply>(path: string, body: object, key?: string) => Promise<Reply>
  /** Uploads a file unchanged. */
  upload: <Reply>(path: string, file: Buffer) => Promise<Reply>
  patch: <Reply>(path: string, body?: object) => Promise<Reply>
  remove: (path: string) => Promise<unknown>
}

interface Request {
  origin?: string
  headers?: Record<string, string>
  body?: object | undefined
  file?: Buffer
}

async function send(method: string, path: string, { origin, headers = {}, body, file }: Request): Promise<unknown> {
  const type = file ? 'application/octet-stream' : body && 'application/json'
  const reply = await fetch(`${origin ?? serverOrigin()}/api/v1${path}`, {
    method,
    headers: type ? { ...headers, 'content-type': type } : headers,
    body: file ? new Uint8Array(file) : body ? JSON.stringify(body) : null,
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return text === '' ? {} : JSON.parse(text)
}

/** Creates an API client for an access token; replies have the form of the contract. */
export function callWith(token: string, origin = serverOrigin()): Caller {
  const own = { origin, headers: { authorization: `Bearer ${token}` } }
  return {
    get: async <Reply>(path: string) => (await send('GET', path, own)) as Reply,
    post: async <Reply>(path: string, body: object, key?: string) =>
      (await send('POST', path, {
        ...own,
        headers: { ...own.headers, ...(key && { 'idempotency-key': key }) },
        body,
      })) as Reply,
    upload: async <Reply>(path: string, file: Buffer) => (await send('POST', path, { ...own, file })) as Reply,
    patch: async <Reply>(path: string, body?: object) => (await send('PATCH', path, { ...own, body })) as Reply,
    remove: (path: string) => send('DELETE', path, own),
  }
}

/** API client of one person, independent of the browser. */
export async function callAs(login: string, password = PASSWORD, origin = serverOrigin()): Promise<Caller> {
  const pair = (await send('POST', '/token/pair', { origin, body: { login, password } })) as { access_token: string }
  return callWith(pair.access_token, origin)
}

/** Shorter than the lifetime of a token, which the longest walk exceeds. */
const SESSION_MS = 5 * 60_000

let manager: { server: unknown; since: number; session: Promise<Caller> } | undefined
/** Signs in the order manager, anew on another server or after a long walk. */
function asManager(): Promise<Caller> {
  const server = currentServer()
  if (!manager || manager.server !== server || performance.now() - manager.since > SESSION_MS)
    manager = { server, since: performance.now(), session: callAs(ACCOUNTS.ArtikulOrderManager) }
  return manager.session
}

interface List<Row> {
  results: Row[]
}

/** Returns the newest email to an address, as stored in the outbox. */
export async function readLetter(to: string): Promise<{ subject: string; text: string; link: string }> {
  const staff = await asManager()
  const { results } = await staff.get<List<{ id: number }>>(`/emails?q=${encodeURIComponent(to)}`)
  const letter = await staff.get<{ subject: string; text: string }>(`/emails/${results[0]?.id ?? 0}`)
  return { ...letter, link: /https?:\/\/\S+/.exec(letter.text)?.[0] ?? '' }
}

/** Starts a goods receipt for the supplier with the most expected lines, with one line not counted yet. */
export async function startReceipt(): Promise<number> {
  const staff = await asManager()
  const [supplier] = (await staff.get<List<{ id: number }>>('/goods-receipts/suppliers')).results
  const paper = { supply_route_id: supplier?.id, number: `Т-${crypto.randomUUID().slice(0, 8)}`, made_on: '2026-11-17' }
  const { id } = await staff.post<{ id: number }>('/goods-receipts', paper, crypto.randomUUID())
  const line = { brand: 'BOSCH', article: '0 986 AF1 041', qty: 2, price_kop: 50_000 }
  await staff.post(`/goods-receipts/${id}/lines`, line, crypto.randomUUID())
  return id
}

/** ИНН of the demonstration's companies. */
export const COMPANIES = { volga: '6320123450', garage: '1650987650', smirnov: '770123456703' } as const

export interface Person {
  id: number
  full_name: string
  login: string
  password: string
}

interface Contractor {
  id: number
  name: string
  inn: string
}

/** Makes the company current, regardless of earlier tests. */
export async function chooseCompany(caller: Caller, inn: string): Promise<Contractor> {
  const { contractors } = await caller.get<{ contractors: Contractor[] }>('/user')
  const company = contractors.find((one) => one.inn === inn)
  if (!company) throw new Error(`Nobody here has the company ${inn}`)
  await caller.patch(`/user/change_current_contractor/${company.id}`)
  return company
}

/** Makes the company current and fills its cart with one piece of each article and nothing else. */
export async function fillCart(caller: Caller, inn: string, articles: string[]) {
  await chooseCompany(caller, inn)
  const { lines } = await caller.get<{ lines: { id: number }[] }>('/cart')
  for (const { id } of lines) await caller.remove(`/cart/lines/${id}`)
  for (const article of articles) {
    const { groups } = await caller.get<{ groups: { offers: { id: number; multiplicity: number }[] }[] }>(
      `/search?q=${article}`,
    )
    const offer = groups[0]?.offers[0]
    await caller.post('/cart/lines', { offer_id: offer?.id, qty: offer?.multiplicity })
  }
}

let made = 0
/** An email address unique in this run. */
export const freshEmail = (who = 'e2e') => `${who}-${Date.now().toString(36)}-${++made}@client.test`

/** Creates a new person of a company as a manager does, with the person's own password. */
export async function createPerson(
  role: 'CONTRACTOR_ADMIN' | 'CONTRACTOR_USER' | 'ARTIKUL_ORDER_MANAGER',
  companies: string[],
  full_name = 'Проверкин Иван Сергеевич',
): Promise<Person> {
  const staff = await asManager()
  const { results } = await staff.get<List<{ id: number; inn: string }>>('/contractors?page_size=150')
  const email = freshEmail()
  const memberships = companies.map((inn) => ({
    contractor_id: results.find((company) => company.inn === inn)?.id ?? 0,
    sees_prices: true,
    sees_settlements: true,
    may_place: true,
    order_limit_kop: null,
    month_limit_kop: null,
    consignee_ids: null,
  }))
  await staff.post('/user/admin/user', { full_name, email, phone: '+74950000199', roles: [role], memberships })
  const password = 'Проверка-2026-e2e'
  const { link } = await readLetter(email)
  await send('POST', '/password/set', { body: { token: link.split('/').at(-1), password } })
  return { id: await idOf(email), full_name, login: email, password }
}

export async function idOf(email: string): Promise<number> {
  const { results } = await (
    await asManager()
  ).get<List<{ id: number }>>(`/manager/user/admin/user?username=${encodeURIComponent(email)}`)
  return results[0]?.id ?? 0
}

export async function setActive(id: number, is_active: boolean) {
  const staff = await asManager()
  const { version } = await staff.get<{ version: number }>(`/manager/user/admin/user/${id}`)
  await staff.patch(`/manager/user/admin/user/${id}`, { version, is_active })
}

/** Starts a reconciliation of the client's first contract with one document that only the client has. */
export async function startReconciliation(client: Caller): Promise<number> {
  const [contract] = (await client.get<List<{ contract_id: number }>>('/settlements')).results
  const period = `contract_id=${contract?.contract_id ?? 0}&from=2026-01-01&to=${new Date().toISOString().slice(0, 10)}`
  const file = Buffer.from('Дата;Документ;Сумма\n10.01.2026;Поступление 77001;5\n')
  return (await client.upload<{ id: number }>(`/reconciliations?name=act.csv&${period}`, file)).id
}
