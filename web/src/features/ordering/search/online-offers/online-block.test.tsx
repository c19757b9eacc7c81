import type { SearchReply, OnlineEvent } from '@artikul/contract/ordering/search'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildOnlineGroup, buildOnlineOffer } from '../../../../testing/build-online.ts'
import { fakeServer, json } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { signInAs } from '../../../../testing/sign-in.ts'
import { SearchResults } from '../search-results.tsx'
const ONLINE = 'GET /api/v1/search/online'
const SUPPLIERS: OnlineEvent = { kind: 'suppliers', numbers: [31, 32] }
const DONE: OnlineEvent = { kind: 'done' }
const frame = (event: OnlineEvent) => `data: ${JSON.stringify(event)}\n\n`

const serve = (events: () => Response, more: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({ [ONLINE]: events, 'GET /api/v1/consignees/options': () => json({ results: [] }), ...more })
const streamResponse = (...events: OnlineEvent[]) => new Response(events.map(frame).join(''))
const open = (reply: Partial<SearchReply> = {}) =>
  renderPage(() => <SearchResults q="KYB 333114" reply={{ ...REPLY, ...reply }} />, { path: '/catalog' })
const block = async () => within(await screen.findByRole('region', { name: 'У поставщиков' }))

beforeEach(() => signInAs())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('late supplier offers wait under a button, and a typed quantity stays', async () => {
  const stream = openStream()
  serve(stream.reply)
  open()
  stream.push(SUPPLIERS)
  const suppliers = await block()
  await suppliers.findByText('Ответили 0 из 2, ждём ещё 2')
  stream.push(answer(31))
  const typed = await suppliers
    .findByRole<HTMLInputElement>('spinbutton', {}, { timeout: 2000 })
    .catch(() => suppliers.findByLabelText<HTMLInputElement>(/^Количество, /))
  fireEvent.change(typed, { target: { value: '3' } })
  fireEvent.blur(typed)
  const group = buildOnlineGroup({ offers: [buildOnlineOffer({ reference: 'sealed-2', price_kop: 90_000 })] })
  stream.push(answer(32, { groups: [group] }), DONE)
  stream.end()
  const more = await suppliers.findByRole('button', { name: /^Показать ещё 1.предложение$/ })
  expect(suppliers.getAllByLabelText(/^Количество, /)).toHaveLength(1)
  fireEvent.click(more)
  const quantities = suppliers.getAllByLabelText<HTMLInputElement>(/^Количество, /)
  expect(quantities.map(({ value }) => value)).toEqual(['1', '3'])
  await suppliers.findByText('Ответили 2 из 2')
})

test('supplier offer goes into the cart by its reference', async () => {
  const server = serve(() => streamResponse(SUPPLIERS, answer(31), answer(32, { groups: [] }), DONE), {
    'POST /api/v1/cart/lines': () => json({ line_id: 1, qty: 1, message: null, cart_lines: 1 }, 201),
  })
  open()
  fireEvent.click(await (await block()).findByRole('button', { name: 'В корзину: KYB 333114, Склад 31-1' }))
  await waitFor(() => expect(server.keys()).toContain('POST /api/v1/cart/lines'))
  expect(server.seen.find(({ key }) => key === 'POST /api/v1/cart/lines')?.body).toEqual({
    reference: 'sealed-1',
    qty: 1,
  })
})

test('supplier answers are listed without supplier names', async () => {
  serve(() =>
    streamResponse(SUPPLIERS, answer(31, { age_ms: 40_000 }), answer(32, { state: 'failed', groups: [] }), DONE),
  )
  open()
  fireEvent.click(await (await block()).findByRole('button', { name: 'Ответили 1 из 2' }))
  const each = await screen.findByText('Кого спросили')
  const text = each.parentElement?.textContent.replaceAll('\u00a0', ' ')
  expect(text).toContain('Поставщик 31из памяти, 40 с назад')
  expect(text).toContain('Поставщик 32не ответил')
})

test('supplier search without offers, answers or connection can be repeated', async () => {
  const replies = [
    () => streamResponse(SUPPLIERS, answer(31, { groups: [] }), answer(32, { groups: [] }), DONE),
    () =>
      streamResponse(
        SUPPLIERS,
        answer(31, { state: 'failed', groups: [] }),
        answer(32, { state: 'resting', groups: [] }),
        DONE,
      ),
    () => streamResponse(SUPPLIERS, answer(31, { groups: [] })),
  ]
  serve(() => (replies.shift() ?? (() => streamResponse(DONE)))())
  open()
  const suppliers = await block()
  const again = () => fireEvent.click(suppliers.getByRole('button', { name: 'Спросить снова' }))
  await suppliers.findByText('У поставщиков этой детали нет.')
  again()
  await suppliers.findByText('Никто из поставщиков не ответил.')
  again()
  await suppliers.findByText('Связь прервалась, спросите снова.')
})

test('supplier search that fails to start shows the error without counts', async () => {
  const replies = [() => json({ code: 'unavailable', title: 'Сервер занят' }, 503)]
  serve(() => (replies.shift() ?? (() => streamResponse(SUPPLIERS, answer(31), answer(32, { groups: [] }), DONE)))())
  open()
  const suppliers = await block()
  await suppliers.findByText('Связь прервалась, спросите снова.')
  expect(suppliers.queryByText(/^Ответили/)).toBeNull()
  fireEvent.click(suppliers.getByRole('button', { name: 'Спросить снова' }))
  await screen.findByText('Ответили 2 из 2')
})

test('supplier search has no block without suppliers and no request while brands are chosen', async () => {
  const server = serve(() => streamResponse({ kind: 'suppliers', numbers: [] }, DONE))
  open()
  await waitFor(() => expect(server.keys().some((key) => key.startsWith(ONLINE))).toBe(true))
  expect(screen.queryByRole('region', { name: 'У поставщиков' })).toBeNull()
  cleanup()
  const other = serve(() => streamResponse(DONE))
  const maker = { ...buildOnlineGroup().product, id: 1, code: 'a', brand_id: 1, offers_count: 1, min_price_kop: 1 }
  open({ found: 'exact', makers: [maker, { ...maker, id: 2, code: 'b', brand: 'SACHS', brand_id: 2 }] })
  await screen.findByRole('heading', { level: 1 })
  expect(other.keys().filter((key) => key.startsWith(ONLINE))).toEqual([])
})

const REPLY: SearchReply = {
  key: '333114',
  found: 'nothing',
  interpreted_as: null,
  corrected: [],
  makers: [],
  products: [],
  groups: [],
  offers_count: 0,
}

const answer = (number: number, fields: Partial<Extract<OnlineEvent, { kind: 'offers' }>> = {}): OnlineEvent => ({
  kind: 'offers',
  number,
  state: 'answered',
  took_ms: 400,
  age_ms: 400,
  groups: [buildOnlineGroup()],
  ...fields,
})

/** Stream that the test writes to. */
function openStream() {
  let writer: ReadableStreamDefaultController<Uint8Array>
  const body = new ReadableStream<Uint8Array>({ start: (controller) => void (writer = controller) })
  return {
    reply: () => new Response(body),
    push: (...events: OnlineEvent[]) => writer.enqueue(new TextEncoder().encode(events.map(frame).join(''))),
    end: () => writer.close(),
  }
}
