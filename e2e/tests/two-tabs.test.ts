import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ACCOUNTS, expectLoaded, signIn, useBrowser, type Visit } from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs, COMPANIES, fillCart, type Caller } from '../src/people.ts'

useServer()
const visit = useBrowser()

const ROUNDS = 100
const ORDER_EVERY = 5
const ARTICLE = '26300-35503'
const BUTTON = `[aria-label^="В корзину: HYUNDAI/KIA ${ARTICLE}"]`
const REFUSAL = 'Выбран другой покупатель, обновите страницу'
const EMPTY_CART = 'Выберите строки для заказа'

const switcherOf = (page: Page) => page.locator('header').getByRole('button', { name: /^Покупатель: / })
const nameIn = (label: string | null) => /^Покупатель: (.*)\. Сменить$/.exec(label ?? '')?.[1] ?? ''

const isAddition = (url: string, method: string) => url.endsWith('/cart/lines') && method === 'POST'
/** Pieces of goods; a delivery charge is none. */
const piecesIn = ({ lines }: Lines) =>
  lines.reduce((sum, { qty, is_delivery: isDelivery = false }) => sum + (isDelivery ? 0 : qty), 0)

const isTaken = ({ status }: Attempt) => status === 201
const isRefused = ({ status, detail }: Attempt) => status === 409 && detail === REFUSAL
const hadNothing = ({ status, detail }: Attempt) => status === 400 && detail === EMPTY_CART

test(
  'two tabs that switch the company concurrently never act for a company they do not show',
  { tags: 'detail' },
  async () => {
    const api = await callAs(ACCOUNTS.ContractorAdmin)
    for (const inn of [COMPANIES.garage, COMPANIES.volga]) await fillCart(api, inn, [])
    const { contractors } = await api.get<{ contractors: Company[] }>('/user')
    const names = contractors.map(({ name }) => name)
    const companies = contractors.map(({ id, name }) => ({ id, name }))

    const person = await visit()
    await signIn(person, 'ContractorAdmin')
    const tabs = await openTabs(person)
    const roll = dice(20_261_121)
    const attempts: Attempt[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const [changing, acting] = roll(2) === 0 ? tabs : [tabs[1], tabs[0]]
      // The change precedes the action, or is in progress while the other tab acts.
      const changed = switchCompany(changing, names)
      if (roll(2) === 0) await changed
      const act = round % ORDER_EVERY === 0 ? placeOrder(acting, round, companies) : addToCart(acting, round)
      const [attempt] = await Promise.all([act, changed])
      attempts.push(attempt)
    }

    expect(attempts.length).toBe(ROUNDS)
    const idOf = (shown: string) => companies.find(({ name }) => name === shown)?.id
    const mixed = attempts.filter(
      (one) => one.sent !== idOf(one.shown) || !(isTaken(one) || isRefused(one) || hadNothing(one)),
    )
    expect(mixed).toEqual([])
    // Both outcomes occurred; otherwise the test proves nothing.
    expect(attempts.filter(isRefused).length).toBeGreaterThan(ROUNDS / 10)
    expect(attempts.filter(isTaken).length).toBeGreaterThan(ROUNDS / 10)
    for (const { id, name } of companies) {
      const own = attempts.filter((one) => isTaken(one) && one.shown === name)
      const { pieces, marks } = await holdingsOf(api, { id, name })
      expect(pieces, name).toBe(own.reduce((sum, one) => sum + one.pieces, 0))
      const expectedMarks = own.filter(({ round }) => round % ORDER_EVERY === 0).map(({ round }) => markOf(round, id))
      expect(new Set(marks), name).toEqual(new Set(expectedMarks))
    }
    expect(person.noise.filter((text) => !/409 \(Conflict\)|400 \(Bad Request\)/.test(text))).toEqual([])
    await person.close()
  },
)

test('checkout left open while another tab switches the company is refused and orders nothing', async () => {
  const api = await callAs(ACCOUNTS.ContractorAdmin)
  for (const inn of [COMPANIES.garage, COMPANIES.volga]) await fillCart(api, inn, [ARTICLE])
  const { contractors } = await api.get<{ contractors: Company[] }>('/user')
  const staff = await callAs(ACCOUNTS.ArtikulOrderManager)
  const newestOrders = () => Promise.all(contractors.map(({ id }) => newestOrderOf(staff, id)))
  const before = await newestOrders()

  const person = await visit()
  await signIn(person, 'ContractorAdmin')
  const [hearing, deaf] = await openTabs(person)
  await deaf.goto(`${person.origin}/cart`)
  await expectLoaded(deaf)
  await deaf.getByRole('button', { name: 'Оформить заказ' }).click()
  const checkout = deaf.getByRole('dialog')
  await checkout.getByRole('button', { name: 'Оформить', exact: true }).waitFor()
  const names = contractors.map(({ name }) => name)
  await switchCompany(hearing, names)
  await hearing.getByText('Покупатель успешно обновлен').waitFor()
  await deaf.bringToFront()
  const placed = deaf.waitForResponse((reply) => reply.url().endsWith('/api/v1/orders'))
  await checkout.getByRole('button', { name: 'Оформить', exact: true }).click()
  expect((await placed).status()).toBe(409)
  await deaf.getByText(REFUSAL).first().waitFor()
  expect(await newestOrders()).toEqual(before)
  expect(person.noise.filter((text) => !text.includes('409 (Conflict)'))).toEqual([])
  await person.close()
})

/** Order mark: the round and the company displayed by the tab. */
const markOf = (round: number, company: number | undefined) => `tab ${round} of ${company}`

/** Reproducible random numbers, so that a failure can be repeated (Park and Miller). */
function dice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

interface Company {
  id: number
  name: string
}

/** Action of one tab while the other changed the company, and its reply. */
interface Attempt {
  round: number
  /** Company displayed in the page head at the moment of the action. */
  shown: string
  /** Company for which the page sent the request. */
  sent: number
  status: number
  /** Refusal in words. */
  detail: string
  /** Quantity to be added to the cart. */
  pieces: number
}

/** Switches in the tab to the company that it does not display. */
async function switchCompany(page: Page, names: string[]) {
  await page.bringToFront()
  const shown = nameIn(await switcherOf(page).getAttribute('aria-label'))
  const next = names.find((name) => name !== shown) ?? ''
  await switcherOf(page).click()
  await page.getByRole('menuitemradio', { name: `${next}, ИНН` }).click()
}

/** Presses the button and reads the name above it in one step; `null` when there is no button. */
const press = (page: Page): Promise<string | null> =>
  page.evaluate((selector) => {
    const label = document.querySelector('header [aria-label^="Покупатель: "]')?.getAttribute('aria-label')
    const button = document.querySelector<HTMLButtonElement>(selector)
    if (!label || !button || button.disabled || button.closest('[aria-busy=true]')) return null
    button.click()
    return label
  }, BUTTON)

/** Presses the button as soon as it is available, because the tab may be following the other one. */
async function addToCart(page: Page, round: number): Promise<Attempt> {
  const pendingRequest = page.waitForRequest((request) => isAddition(request.url(), request.method()))
  let label: string | null = null
  await expect.poll(async () => (label ??= await press(page)), { interval: 10, timeout: 10_000 }).not.toBeNull()
  const request = await pendingRequest
  const reply = await request.response()
  const json = (await reply?.json()) as { detail?: string; title?: string }
  return {
    round,
    shown: nameIn(label),
    sent: Number(await request.headerValue('x-contractor-id')),
    status: reply?.status() ?? 0,
    detail: json.detail ?? json.title ?? '',
    pieces: (request.postDataJSON() as { qty: number }).qty,
  }
}

/** Places the cart of the displayed company as its page does: previewed first, then placed. */
async function placeOrder(page: Page, round: number, companies: Company[]): Promise<Attempt> {
  const ordered = await page.evaluate(
    async ({ all, marks }) => {
      const label = document.querySelector('header [aria-label^="Покупатель: "]')?.getAttribute('aria-label') ?? ''
      const shown = all.find(({ name }) => label === `Покупатель: ${name}. Сменить`) ?? { id: 0, name: label }
      const headers = {
        authorization: `Bearer ${/(?:^|; )access_token=([^;]*)/.exec(document.cookie)?.[1] ?? ''}`,
        'content-type': 'application/json',
        'x-contractor-id': String(shown.id),
        'idempotency-key': crypto.randomUUID(),
      }
      const ask = async (path: string, body?: object) => {
        const reply = await fetch(path, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
        const json = (await reply.json()) as { lines?: unknown[]; detail?: string; title?: string }
        return { status: reply.status, detail: json.detail ?? json.title ?? '', lines: json.lines ?? [] }
      }
      const seen = await ask('/api/v1/orders/preview')
      const { status, detail } =
        seen.status === 200
          ? await ask('/api/v1/orders', { lines: seen.lines, client_number: marks[shown.id] ?? '' })
          : seen
      return { shown: shown.name, sent: shown.id, status, detail }
    },
    { all: companies, marks: Object.fromEntries(companies.map(({ id }) => [id, markOf(round, id)])) },
  )
  return { round, ...ordered, pieces: 0 }
}

/**
 * Opens one tab that is notified of changes and a second that is not, as in a browser without a channel between tabs.
 */
async function openTabs(person: Visit) {
  const [hearing, deaf] = [person.page, await person.newTab()]
  await deaf.addInitScript(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'))
  for (const page of [hearing, deaf]) {
    await page.goto(`${person.origin}/catalog?q=${ARTICLE}`)
    await expectLoaded(page)
    await page.locator(BUTTON).first().waitFor()
  }
  return [hearing, deaf] as const
}

interface Lines {
  lines: { qty: number; is_delivery?: boolean }[]
}

/** Returns the pieces of the company's cart and orders with their marks. */
async function holdingsOf(api: Caller, company: Company) {
  await api.patch(`/user/change_current_contractor/${company.id}`)
  let pieces = piecesIn(await api.get<Lines>('/cart'))
  const { results } = await api.get<{ results: { id: number; client_number: string }[] }>('/orders?page_size=150')
  const orders = results.filter(({ client_number }) => client_number.startsWith('tab '))
  for (const { id } of orders) pieces += piecesIn(await api.get<Lines>(`/orders/${id}`))
  return { pieces, marks: orders.map(({ client_number }) => client_number) }
}

const newestOrderOf = async (staff: Caller, contractor: number) =>
  (await staff.get<{ results: { id: number }[] }>(`/orders?contractor_id=${contractor}`)).results[0]?.id
