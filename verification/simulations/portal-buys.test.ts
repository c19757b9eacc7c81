import type { AddressInfo } from 'node:net'
import type { Role } from '@artikul/contract/core/roles'
import { isDropped, type LineState, type OrderItem } from '@artikul/contract/ordering/orders/orders'
import { LINE_STATES } from '@artikul/contract/ordering/orders/line-states'
import type { SupplierOrderItem } from '@artikul/contract/purchasing/supplier-orders'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOffer, buildProduct } from '../../server/src/modules/catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../server/src/modules/companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../server/src/modules/companies/contractors/contractors.factory.ts'
import { buildShop, type Shop } from '../../server/src/modules/fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../server/src/modules/identity/users/users.factory.ts'
import { buildKey } from '../../server/src/modules/integrations/partner-api/api-keys.factory.ts'
import {
  offeredOnline,
  placeCart,
} from '../../server/src/modules/purchasing/purchase-orders/supplier-orders.factory.ts'
import { onlineSupplier } from '../../server/src/modules/suppliers/online-suppliers/online-suppliers.factory.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { loginAs, runJob, send, useTestApp, type TestApp } from '../../server/src/testing/test-app.ts'
import { openLossyProxy } from './lossy-proxy.factory.ts'

const ORDERS = 200
const ORDERS_OF_ROUND = 20
const GOODS = 60
const BUYERS = 4
const LOST_EVERY = 20
const BRAND = 'MANN-FILTER'
/** Morning in Moscow: the simulated hours end before the cut-off. */
const FROM = '2026-11-17T06:00:00Z'
/** Lines by their number modulo 20 that do not simply arrive, 5 % each. */
const FATES: Readonly<Record<number, Fate>> = {
  ...{ 3: 'refused', 7: 'refusedInPart', 11: 'cancelledEarly', 15: 'cancelledLate', 19: 'keptLate' },
}
type Fate = 'arrives' | 'refused' | 'refusedInPart' | 'cancelledEarly' | 'cancelledLate' | 'keptLate'
const FATE_EVERY = 20

/** Portal A buys from portal B, whose answers pass a proxy that loses some. */
const a = useTestApp({ PRIVATE_URLS: 'on' })
const b = useTestApp()
type Headers = { authorization: string }
interface Person {
  login: string
  password: string
  headers: Headers
  companyId: number
}

let shop: Shop
let supplierId: number
let proxy: Awaited<ReturnType<typeof openLossyProxy>>
let [manager, seller]: Person[] = []
const buyers: Person[] = []
const articles: string[] = []
const deferred = { prepayment_percent: 0, limit_kop: 10 ** 13 }

beforeAll(async () => {
  for (const portal of [a, b]) portal.clock.set(FROM)
  await openSeller()
  await openBuyer()
  await signIn()
}, 60_000)
afterAll(() => proxy.close())

async function openSeller() {
  const { db } = b.database
  shop = await buildShop(b, deferred)
  seller = await personOf(b, 'ARTIKUL_ORDER_MANAGER')
  for (let at = 0; at < GOODS; at += 1) {
    const { id, article } = await buildProduct(db, { brand: BRAND, article: `W ${7000 + at * 7}` })
    const goods = { purchase_kop: 9_137 + at * 1_213, on_hand: 1_000_000, qty_text: '1000000' }
    await buildOffer(db, id, shop.warehouseId, goods)
    articles.push(article)
  }
  await b.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = b.app.server.address() as AddressInfo // it listens on a port
  proxy = await openLossyProxy(new URL(`http://127.0.0.1:${port}`), LOST_EVERY)
}

async function openBuyer() {
  const { db } = a.database
  const key = await buildKey(b, shop.client, { name: 'Портал', scopes: ['search', 'orders', 'documents'] })
  const own = await buildSeller(db)
  manager = await personOf(a, 'ARTIKUL_ORDER_MANAGER')
  for (let at = 0; at < BUYERS; at += 1) {
    const company = await buildContractor(db, { sellerIds: [own.id], contract: deferred, markup: 1500 + at * 333 })
    await buildConsignee(db, company.id, { is_default: true })
    buyers.push(await personOf(a, 'CONTRACTOR_ADMIN', company.id))
  }
  // A portal knows the makers whose goods it sells; the goods become known by ordering them.
  await buildProduct(db, { brand: BRAND })
  const access = { url: `${proxy.origin}/abcp`, login: key.login, secret: key.secret }
  const supplier = onlineSupplier(own.id, { ...access, sending: 'now', per_second: 100, budget_ms: 10_000 })
  supplierId = (await act<{ id: number }>(a, manager, 'online-suppliers', supplier)).id
  await mapStatuses()
}

/** Says what the seller's states mean, as a manager does once for a new supplier. */
async function mapStatuses() {
  const path = `online-suppliers/${supplierId}/statuses`
  await act(a, manager, `${path}/read`, {})
  const { results } = await ask<{ results: { code: string; name: string }[] }>(a, manager, path)
  const meanings: Partial<Record<LineState, LineState>> = {
    ...{ new: 'ordered_supplier', reserved: 'ordered_supplier', in_work: 'confirmed_supplier' },
    ...{ ready: 'confirmed_supplier', shipped: 'in_transit', issued: 'in_transit' },
    ...{ refused_supplier: 'refused_supplier', cancelled_client: 'cancelled_client', removed: 'removed' },
  }
  for (const [theirs, state] of Object.entries(meanings)) {
    const code = results.find(({ name }) => name === LINE_STATES[theirs as LineState])?.code // a key of the states
    await act(a, manager, path, { code, state })
  }
}

async function personOf(portal: TestApp, role: Role, companyId = 0): Promise<Person> {
  const user = await buildUser(portal.database.db, { role, ...(companyId > 0 && { contractorIds: [companyId] }) })
  return { ...user, companyId, headers: await loginAs(portal, user) }
}

/** Calls of people through HTTP, which must succeed. */
async function ask<T>(portal: TestApp, person: Person | undefined, path: string) {
  const { status, json, text } = await send<T & object>(portal, {
    url: `/api/v1/${path}`,
    headers: { ...person?.headers },
  })
  expect(status, `${path}: ${text}`).toBe(200)
  return json
}
async function act<T>(portal: TestApp, person: Person | undefined, path: string, payload: object) {
  const headers = { ...person?.headers, 'idempotency-key': crypto.randomUUID() }
  const reply = await send<T & object>(portal, { method: 'POST', url: `/api/v1/${path}`, headers, payload })
  expect(reply.status, `${path}: ${reply.text}`).toBeLessThan(300)
  return reply.json
}

let signedInAt = 0
/** Signs everybody in again, because tokens last minutes. */
async function signIn() {
  signedInAt = a.clock.now().getTime()
  for (const person of [manager, ...buyers]) if (person) person.headers = await loginAs(a, person)
  if (seller) seller.headers = await loginAs(b, seller)
}

/** Moves the clocks of both portals. */
async function later(seconds: number) {
  const moment = new Date(a.clock.now().getTime() + seconds * 1000).toISOString()
  a.clock.set(moment)
  b.clock.set(moment)
  if (a.clock.now().getTime() - signedInAt > 300_000) await signIn()
}

const stats = { searchedAgain: 0, placedAgain: 0, confirmedByHand: 0 }

/** Good of a line of an order. */
const goodsOf = (number: number, line = 0) => (number * 7 + line * 11) % GOODS

/** Buys one to three articles as a client of A; a search whose answer was lost is repeated. */
async function placeOrder(number: number) {
  const buyer = buyers[number % BUYERS]
  const headers = buyer?.headers ?? {}
  for (let line = 0; line < 1 + (number % 3); line += 1) {
    const article = articles[goodsOf(number, line)]
    const find = () => offeredOnline(a, headers as Headers, `${BRAND} ${article}`)
    let [offer] = await find()
    for (; !offer; [offer] = await find()) stats.searchedAgain += 1
    await act(a, buyer, 'cart/lines', { reference: offer.reference, qty: 2 + ((number + line * 5) % 6) })
  }
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const { status, json } = await placeCart(a, headers as Headers)
    if (status === 201) return buyPlaced()
    expect(json.code).toBe('order.changed')
    stats.placedAgain += 1
  }
  return expect.fail('the order was not placed')
}

/** The manager of A confirms what B did not answer about at placing, and the order goes to B. */
async function buyPlaced() {
  stats.confirmedByHand += await move(a, 'needs_confirm', 'in_work')
  await runJob(a.app, 'supplier_lines')
}

/** Runs a job of A until it has nothing left to repeat: what was not answered is looked up a quarter of a minute later. */
async function runUntil(job: 'supplier_orders' | 'supplier_cancellations', isDone: () => Promise<boolean>) {
  for (let round = 0; round < 20; round += 1) {
    await runJob(a.app, job)
    if (await isDone()) return
    await later(16)
  }
  expect.fail(`${job} does not end`)
}

const sendOrders = () =>
  runUntil('supplier_orders', async () => {
    const { db } = a.database
    return (await db.selectFrom('supplier_orders').select('id').where('state', 'not in', SENT).execute()).length === 0
  })
const SENT = ['sent', 'done', 'refused'] as const

const requestCancellations = () =>
  runUntil('supplier_cancellations', async () => {
    const { db } = a.database
    const open = db.selectFrom('supplier_cancellations').select('line_id').where('state', 'in', ['due', 'sending'])
    return (await open.execute()).length === 0
  })

/** Reads the states of orders at B: twice, because a lost answer is asked for again in three minutes. */
async function follow(seconds = 200) {
  for (let round = 0; round < 2; round += 1) {
    await later(seconds)
    await runJob(a.app, 'supplier_states')
  }
}

/** What happens to a line at B, by its number at A. */
const fateOf = (number: number) => FATES[number % FATE_EVERY] ?? 'arrives'
/** B knows the number of A's line by the comment of its own. */
const fateOfComment = (comment: string) => fateOf(Number(/^L(\d+)/.exec(comment)?.[1] ?? 0))

/** Cancels lines of a fate as their buyers and the manager of A agree, and asks B. */
async function cancel(fates: readonly Fate[]) {
  const lines = await a.database.db
    .selectFrom('supplier_order_lines as line')
    .innerJoin('order_lines as own', 'own.id', 'line.order_line_id')
    .innerJoin('orders', 'orders.id', 'own.order_id')
    .leftJoin('supplier_cancellations as wish', 'wish.line_id', 'line.id')
    .select(['line.id', 'own.id as order_line_id', 'own.qty', 'orders.contractor_id'])
    .where('line.state', 'in', ['ordered', 'confirmed'])
    .where('wish.line_id', 'is', null)
    .execute()
  for (const { order_line_id: id, qty, contractor_id: companyId } of lines.filter((line) =>
    fates.includes(fateOf(line.id)),
  )) {
    const buyer = buyers.find((one) => one.companyId === companyId)
    const request = await act<{ id: number }>(a, buyer, `order-lines/${id}/cancel-requests`, {
      qty,
      message: 'Передумали',
    })
    await act(a, manager, `cancel-requests/${request.id}/agree`, {})
  }
  await runJob(a.app, 'supplier_lines')
  await requestCancellations()
}

interface Part {
  order_id: number
  line_id: number
  qty: number
  comment: string
}

/** Parts of lines in the state. */
async function partsIn(portal: TestApp, state: LineState): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select line.order_id, line.id as line_id, part.qty, line.comment
    from order_lines line join order_line_allocations part on part.line_id = line.id
    where part.state = ${state} order by line.id`.execute(portal.database.db)
  return rows
}

/** Moves all parts in the state as a manager of the portal. */
async function move(portal: TestApp, from: LineState, to: LineState) {
  const moves = (await partsIn(portal, from)).map(({ line_id, qty }) => ({ line_id, from, qty }))
  if (moves.length > 0) await act(portal, portal === a ? manager : seller, MOVES, { to, reason: '', moves })
  return moves.length
}
const MOVES = 'order-lines/transitions'

/** B's manager confirms the orders and refuses what turns out not to be there. */
async function confirmAtSeller() {
  const fresh = await partsIn(b, 'reserved')
  await move(b, 'reserved', 'in_work')
  for (const { order_id: id, line_id, qty, comment } of fresh) {
    const fate = fateOfComment(comment)
    if (fate !== 'refused' && fate !== 'refusedInPart') continue
    const refused = { line_id, qty: fate === 'refused' ? qty : 1, reason: 'Нет на складе' }
    const moves = [{ ...refused, from: 'in_work', to: 'refused_supplier' }]
    await act(b, seller, `orders/${id}/transitions`, { moves })
  }
}

/** B's manager agrees to some cancellations and declines others. */
async function answerRequests() {
  const requests = await b.database.db
    .selectFrom('cancel_requests as request')
    .innerJoin('order_lines as line', 'line.id', 'request.line_id')
    .select(['request.id', 'line.comment'])
    .where('request.answer', 'is', null)
    .execute()
  for (const { id, comment } of requests) {
    const isAgreed = fateOfComment(comment) === 'cancelledLate'
    await act(
      b,
      seller,
      `cancel-requests/${id}/${isAgreed ? 'agree' : 'decline'}`,
      isAgreed ? {} : { reason: 'Уже собран' },
    )
  }
}

async function shipAll() {
  const ready = (await partsIn(b, 'ready')).map(({ line_id, qty }) => ({ line_id, qty }))
  await act(b, seller, 'shipments', { lines: ready })
}

/** The manager of A agrees to goods that B delivers in spite of a cancellation. */
async function keepRefused() {
  const { db } = a.database
  const lines = await db
    .selectFrom('supplier_order_lines as line')
    .innerJoin('supplier_cancellations as wish', 'wish.line_id', 'line.id')
    .select(['line.id', 'line.version'])
    .where('wish.state', '=', 'refused')
    .execute()
  for (const { id, version } of lines)
    await act(a, manager, `supplier-order-lines/${id}/cancellation`, { version, is_cancelled: false })
}

/** The price of a good rises at B after clients of A have ordered it and before the order arrives. */
const raisePrice = (article = '') =>
  sql`
  update offers set purchase_kop = purchase_kop + 1000 from products
  where products.id = offers.product_id and products.article = ${article}`.execute(b.database.db)

/** The life of the orders of one round, on both portals. */
async function liveRound(round: number) {
  for (let at = 0; at < ORDERS_OF_ROUND; at += 1) await placeOrder(round * ORDERS_OF_ROUND + at)
  await later(61)
  await raisePrice(articles[goodsOf(round * ORDERS_OF_ROUND + 1)])
  await sendOrders()
  await cancel(['cancelledEarly'])
  await confirmAtSeller()
  await follow()
  await cancel(['cancelledLate', 'keptLate'])
  await answerRequests()
  await follow()
  await move(b, 'in_work', 'ready')
  await follow()
  await shipAll()
  await follow()
  await keepRefused()
  await move(a, 'in_transit', 'arrived')
}

/** A line as both portals should see it. */
interface Line {
  /** Numbers at A and B. */
  order: string
  number: string
  line: string
  position: string
  outcome: 'bought' | 'refused' | 'cancelled'
  qty: number
  sumKop: number
  /** State in B's words. */
  status: string
}

async function boughtLines(): Promise<Line[]> {
  const { rows } = await sql<Line & { kop: number }>`
    select sent.number as "order", line.supplier_number as number, 'L' || line.id as line, line.position_id as position,
      case when line.state in ('ordered', 'confirmed') then 'bought' else line.state end as outcome,
      case when line.state in ('ordered', 'confirmed') then coalesce(line.confirmed_qty, line.qty) else 0 end as qty,
      coalesce(line.confirmed_kop, line.purchase_kop) as kop, line.status_name as status
    from supplier_order_lines line join supplier_orders sent on sent.id = line.supplier_order_id
    order by line.id`.execute(a.database.db)
  return rows.map(({ kop, ...row }) => ({ ...row, sumKop: Math.round(kop * row.qty) }))
}

async function soldLines(): Promise<Line[]> {
  const { rows } = await sql<Omit<Line, 'outcome' | 'sumKop' | 'status'> & { kop: number; states: LineState[] }>`
    select orders.client_number as "order", orders.number, line.comment as line, line.id::text as position,
      line.price_kop as kop, parts.states, parts.qty
    from order_lines line join orders on orders.id = line.order_id
    cross join lateral (
      select array_agg(state order by part.qty desc) as states,
        coalesce(sum(part.qty) filter (where state not in ('refused_supplier', 'cancelled_client', 'removed')), 0) as qty
      from order_line_allocations part where part.line_id = line.id
    ) parts
    order by substr(line.comment, 2)::integer`.execute(b.database.db)
  return rows.map(({ kop, states, ...row }) => {
    const isRefused = states.includes('refused_supplier')
    const state = states.find((one) => !isDropped(one)) ?? states[0] ?? 'new'
    return {
      ...row,
      outcome: !states.every(isDropped) ? 'bought' : isRefused ? 'refused' : 'cancelled',
      sumKop: Math.round(kop * row.qty),
      status: LINE_STATES[state],
    }
  })
}

/** Sums of orders by A's numbers, as people of both portals read them. */
async function readTotals() {
  const totals = { bought: new Map<string, number>(), sold: new Map<string, number>(), turnedAway: 0 }
  for (let page = 1; page <= ORDERS / 100; page += 1) {
    const query = `page=${page}&page_size=100`
    const bought = await ask<{ results: SupplierOrderItem[] }>(a, manager, `supplier-orders?${query}`)
    const sold = await ask<{ results: OrderItem[] }>(b, seller, `orders?${query}`)
    for (const { number, state, total_kop: kop } of bought.results)
      if (state === 'refused') totals.turnedAway += 1
      else totals.bought.set(number, kop)
    for (const { client_number: number, total_kop: kop } of sold.results) totals.sold.set(number, kop ?? 0)
  }
  return totals
}

const inOrder = (totals: Map<string, number>) => [...totals].toSorted(([one], [other]) => one.localeCompare(other))

/**
 * Goods that A's clients received, those that A keeps in spite of a cancellation, answers that clients' parts could not
 * follow, and lines that B did not take for another reason than their price.
 */
async function readReceived() {
  const { rows } = await sql<{ qty: number; kept: number; not_applied: number; not_dearer: number }>`
    select (select sum(qty) from order_line_allocations where state = 'arrived') as qty,
      coalesce(sum(coalesce(confirmed_qty, line.qty)) filter (where wish.state = 'kept'), 0) as kept,
      count(*) filter (where not_applied <> '')::integer as not_applied,
      count(*) filter (where supplier_number = '' and line.reason not like '%Цена выросла%')::integer as not_dearer
    from supplier_order_lines line left join supplier_cancellations wish on wish.line_id = line.id`.execute(
    a.database.db,
  )
  return rows[0] ?? expect.fail('no lines')
}

const rubles = (kop: number) => (kop / 100).toFixed(2)

function reportLines(bought: readonly Line[], turnedAway: readonly Line[], seconds: number) {
  const countOf = (wanted: Line['outcome']) => bought.filter(({ outcome }) => outcome === wanted).length
  const calls = [...proxy.counts.values()].reduce((sum, one) => sum + one.calls, 0)
  const lost = [...proxy.counts.values()].reduce((sum, one) => sum + one.lost, 0)
  const lostOrders = proxy.counts.get('POST /abcp/orders/instant')?.lost ?? 0
  const sum = bought.reduce((kop, { sumKop }) => kop + sumKop, 0)
  reportFigure(
    'portal-buys',
    `${ORDERS} orders, ${bought.length + turnedAway.length} lines: ${countOf('bought')} bought, ${countOf('refused')} refused, ` +
      `${turnedAway.length} dearer and not ordered, ${countOf('cancelled')} cancelled; 0 lost, 0 doubled, ${rubles(sum)} ₽ on both sides; ` +
      `${calls} calls, ${lost} answers lost, ${lostOrders} of them to orders; ${stats.confirmedByHand} lines confirmed by hand; ${Math.round(seconds)} s`,
  )
}

test(
  `${ORDERS} orders of a portal that buys from another end alike on both, although answers are lost`,
  { timeout: 300_000 },
  async () => {
    const started = performance.now()
    for (let round = 0; round < ORDERS / ORDERS_OF_ROUND; round += 1) await liveRound(round)
    await follow(3700)

    const [lines, sold, totals] = [await boughtLines(), await soldLines(), await readTotals()]
    const bought = lines.filter(({ number }) => number !== '')
    const turnedAway = lines.filter(({ number }) => number === '')
    expect(bought).toEqual(sold)
    expect(inOrder(totals.bought)).toEqual(inOrder(totals.sold))
    expect(totals.bought.size + totals.turnedAway).toBe(ORDERS)
    expect(new Set(sold.map(({ number }) => number)).size).toBe(totals.sold.size)
    expect(new Set(turnedAway.map(({ outcome }) => outcome))).toEqual(new Set(['refused']))
    const received = await readReceived()
    expect(received).toMatchObject({ not_applied: 0, not_dearer: 0 })
    expect(received.qty + received.kept).toBe(sold.reduce((sum, { qty }) => sum + qty, 0))
    reportLines(bought, turnedAway, (performance.now() - started) / 1000)
  },
)
