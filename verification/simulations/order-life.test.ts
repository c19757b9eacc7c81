import { keysOf } from '@artikul/contract/core/keys'
import { leavesByShipment, mayMove } from '@artikul/contract/ordering/orders/line-transitions'
import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import {
  isDropped,
  LINE_STATES,
  orderStatus,
  type LineState,
  type Order,
  type PlacedOrder,
} from '@artikul/contract/ordering/orders/orders'
import { SHIPPABLE_STATES } from '@artikul/contract/fulfilment/shipments'
import { vatIncludedKop } from '@artikul/contract/core/vat'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  buildClaimShop,
  posting,
  upload,
  type ClaimShop,
} from '../../server/src/modules/fulfilment/claims/claims.factory.ts'
import { buildOffer, buildProduct } from '../../server/src/modules/catalog/products/catalog.factory.ts'
import { moveLines } from '../../server/src/modules/ordering/orders/index.ts'
import { buildReserved, ship } from '../../server/src/modules/fulfilment/shipments/shipments.factory.ts'
import { buildContractor } from '../../server/src/modules/companies/contractors/contractors.factory.ts'
import { buildUser } from '../../server/src/modules/identity/users/users.factory.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { AppError } from '../../server/src/platform/errors.ts'
import { loginAs, send, useTestApp } from '../../server/src/testing/test-app.ts'

/**
 * Two thousand lives of fifty acts take hours: `RUNS`, `ACTS` and `MINUTES` bound a run; the smallest of them ends it.
 */
const RUNS = Number(process.env['RUNS'] ?? 2000)
const ACTS = Number(process.env['ACTS'] ?? 50)
/** A run limited by time ends with whatever it has done. */
const MAX_MS = Number(process.env['MINUTES'] ?? 1) * 60_000

const test_ = useTestApp()
let shop: ClaimShop
let stranger: { authorization: string }

beforeAll(async () => {
  const { db } = test_.database
  shop = await buildClaimShop(test_, { limit_kop: 10 ** 13 })
  const other = await buildContractor(db, { sellerIds: [shop.sellerId] })
  stranger = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [other.id] }))
})

test(
  `${RUNS} random order histories of ${ACTS} actions by four users each match the model`,
  { timeout: 60_000 + MAX_MS },
  async () => {
    let [lives, acts, replaced] = [0, 0, 0]
    await fc.assert(
      fc.asyncProperty(life, async ({ quantities, acts: planned }) => {
        const known = await newOrder(quantities)
        for (const act of planned) {
          const kind = act[0] % ACT_KINDS.length
          await ACT_KINDS[kind]?.(known, act)
          await expectSame(known, `after act ${kind} of ${JSON.stringify(act)}`)
          acts += 1
        }
        lives += 1
        replaced += known.lines.filter(({ replaces }) => replaces !== null).length
      }),
      {
        numRuns: RUNS,
        endOnFailure: true,
        interruptAfterTimeLimit: MAX_MS,
      },
    )
    reportFigure(
      'order-lives',
      `${lives} жизней заказа, ${acts} действий четырёх лиц, замен отказанного ${replaced}: остатки, части строк, суммы и статусы сходятся с моделью`,
    )
  },
)

const ON_HAND = 100

const STATES = keysOf(LINE_STATES)

const number = fc.nat(1000)
const life = fc.record({
  quantities: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }),
  acts: fc.array(fc.tuple(number, number, number, number), { minLength: ACTS, maxLength: ACTS }),
})

/** Pieces of a line in one state, on a shipment or none. */
interface Part {
  line: number
  state: LineState
  shipment: number | null
  qty: number
}

interface Claimed {
  id: number
  line: number
  shipment: number
  stage: 'asked' | 'approved' | 'received' | 'over'
  /** Requested, then accepted. */
  qty: number
  received: number
}

interface KnownLine {
  id: number
  order: number
  offerId: number
  priceKop: number
  ordered: number
  backOnShelf: number
  /** Refused line that this one replaces. */
  replaces: number | null
}

interface Known {
  /** First order of the chain; the others replaced refused goods. */
  id: number
  lines: KnownLine[]
  parts: Part[]
  shipments: { id: number; state: 'shipped' | 'received' | 'cancelled'; own: Map<number, number> }[]
  claims: Claimed[]
}

/** Act as numbers; its subject is picked from the existing state. */
type Act = [kind: number, a: number, b: number, c: number]

const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % Math.max(from.length, 1)]

const partOf = ({ parts }: Known, line: number, state: LineState, shipment: number | null) =>
  parts.find((part) => part.line === line && part.state === state && part.shipment === shipment)

function pass(known: Known, from: Omit<Part, 'qty'>, to: Omit<Part, 'qty' | 'line'>, qty: number) {
  if (qty === 0) return
  const source = partOf(known, from.line, from.state, from.shipment)
  if (!source) throw new Error('the model has no such part')
  source.qty -= qty
  const target = partOf(known, from.line, to.state, to.shipment)
  if (target) target.qty += qty
  else known.parts.push({ line: from.line, ...to, qty })
  known.parts = known.parts.filter((part) => part.qty > 0)
}

const orderOf = ({ id, lines }: Known, line: number) => lines.find((one) => one.id === line)?.order ?? id

const ok = (status: number) => status >= 200 && status < 300

/** Expects a refusal to be a sentence, never an internal fault. */
function expectAnswer(reply: { status: number; text: string }, mustPass: boolean | null, what: string) {
  const message = `${what}: ${reply.status} ${reply.text}`
  expect(reply.status, message).toBeLessThan(500)
  if (mustPass !== null) expect(ok(reply.status), message).toBe(mustPass)
}

async function move(known: Known, [, a, b, c]: Act, mover: 'client' | 'staff') {
  const part = pick(
    known.parts.filter(({ shipment }) => shipment === null),
    a,
  )
  const to = pick(STATES, b)
  if (!part || !to || to === part.state) return
  const qty = 1 + (c % (part.qty + 1))
  const reply = await send(test_, {
    method: 'POST',
    url: `/api/v1/orders/${orderOf(known, part.line)}/transitions`,
    headers: { ...(mover === 'staff' ? shop.manager : shop.client), 'idempotency-key': crypto.randomUUID() },
    payload: { moves: [{ line_id: part.line, from: part.state, to, qty, reason: 'Так надо' }] },
  })
  const isAllowed =
    mayMove(mover, part.state, to) && !(mover === 'staff' && leavesByShipment(part.state, to)) && qty <= part.qty
  // The initiator decides whether the client is the one who is asked.
  const isAsked = mover === 'client' && part.state === 'needs_confirm'
  expectAnswer(reply, isAllowed && isAsked ? null : isAllowed, `${mover} ${part.state} → ${to} ${qty}`)
  if (ok(reply.status)) pass(known, part, { state: to, shipment: null }, qty)
}

/** Applies a supplier's answer, which moves parts as well. */
async function supplierSays(known: Known, [, a, b, c]: Act) {
  const part = pick(
    known.parts.filter(({ shipment }) => shipment === null),
    a,
  )
  const to = pick(STATES, b)
  if (!part || !to || to === part.state) return
  const qty = 1 + (c % (part.qty + 1))
  const moves = [{ lineId: part.line, from: part.state, to, qty, reason: 'Ответ поставщика' }]
  const by = { mover: 'supplier' as const, author: null }
  const isDone = await test_.database.db
    .transaction()
    .execute((tx) => moveLines(tx, by, moves, test_.clock.now()))
    .then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        return false
      },
    )
  expect(isDone, `supplier ${part.state} → ${to} ${qty}`).toBe(mayMove('supplier', part.state, to) && qty <= part.qty)
  if (isDone) pass(known, part, { state: to, shipment: null }, qty)
}

/** Refuses a part as a manager; random choice of all possible states would pick it too rarely. */
const refuse = (known: Known, [kind, a, b, c]: Act) =>
  move(known, [kind, a, STATES.indexOf(b % 2 === 0 ? 'refused_supplier' : 'removed'), c], 'staff')

const refusedOf = ({ parts }: Known, line: number, states: readonly LineState[]) =>
  parts.filter((part) => part.line === line && states.includes(part.state)).reduce((sum, { qty }) => sum + qty, 0)

/** Returns the active quantity of all replacements of the line, link by link. */
function standsInFor(known: Known, line: number): number {
  const own = known.lines.filter(({ replaces }) => replaces === line)
  const living = own.map(
    ({ id, ordered }) =>
      ordered - refusedOf(known, id, ['refused_supplier', 'removed', 'cancelled_client']) + standsInFor(known, id),
  )
  return living.reduce((sum, qty) => sum + qty, 0)
}

/**
 * Computes the refused quantity without a replacement; for a replacement, at most the quantity still wanted above it.
 */
function leftToReplace(known: Known, line: number): number {
  const above = known.lines.find(({ id }) => id === line)?.replaces ?? null
  const left = refusedOf(known, line, ['refused_supplier', 'removed']) - standsInFor(known, line)
  return above === null ? left : Math.min(left, leftToReplace(known, above))
}

/** Orders a replacement for a refused part; occasionally the request is repeated after a lost reply. */
async function replace(known: Known, [, a, b, c]: Act) {
  const { db } = test_.database
  const line = pick(known.lines, a)
  if (!line) return
  const left = Math.max(leftToReplace(known, line.id), 0)
  const qty = 1 + (b % (left + 1))
  const product = await buildProduct(db)
  const offer = await buildOffer(db, product.id, shop.warehouseId, { on_hand: ON_HAND, qty_text: `${ON_HAND}` })
  const request = {
    method: 'POST' as const,
    url: `/api/v1/order-lines/${line.id}/replacement`,
    headers: { ...shop.client, 'idempotency-key': crypto.randomUUID() },
    payload: { offer_id: offer.id, qty, price_kop: null, expected_date: '2030-01-01' },
  }
  const reply = await send<{ orders: PlacedOrder[] }>(test_, request)
  expectAnswer(reply, qty <= left, `replace ${qty} of ${left}`)
  if (c % 3 === 0 && ok(reply.status))
    expect((await send(test_, request)).text, 'the same press again').toBe(reply.text)
  const [made] = ok(reply.status) ? reply.json.orders : []
  if (!made) return
  const { json } = await send<Order>(test_, { url: `/api/v1/orders/${made.id}`, headers: shop.client })
  const [own] = json.lines
  if (!own) throw new Error('an order without a line')
  expect(own.replaces?.line_id).toBe(line.id)
  known.lines.push({
    id: own.id,
    order: made.id,
    offerId: offer.id,
    priceKop: own.price_kop ?? 0,
    ordered: qty,
    backOnShelf: 0,
    replaces: line.id,
  })
  known.parts.push({ line: own.id, state: own.parts[0]?.state ?? 'reserved', shipment: null, qty })
}

async function shipSome(known: Known, [, a, b]: Act) {
  const line = pick(known.lines, a)
  if (!line) return
  const there = SHIPPABLE_STATES.flatMap((state) => partOf(known, line.id, state, null) ?? [])
  const most = there.reduce((sum, part) => sum + part.qty, 0)
  const qty = 1 + (b % (most + 1))
  const reply = await ship(test_, shop.manager, [{ line_id: line.id, qty }])
  expectAnswer(reply, qty <= most, `ship ${qty} of ${most}`)
  if (!ok(reply.status)) return
  const [made] = reply.json.shipments
  if (!made) return
  let left = qty
  for (const part of there) {
    const shippedQty = Math.min(left, part.qty)
    left -= shippedQty
    pass(known, { ...part }, { state: 'shipped', shipment: made.id }, shippedQty)
  }
  known.shipments.push({ id: made.id, state: 'shipped', own: new Map([[line.id, qty]]) })
}

const toShipment = (id: number, act: string, headers: object, payload?: object) =>
  send(test_, {
    method: 'POST',
    url: `/api/v1/shipments/${id}/${act}`,
    headers: { ...headers, 'idempotency-key': crypto.randomUUID() },
    ...(payload && { payload }),
  })

async function cancelShipment(known: Known, [, a]: Act) {
  const shipment = pick(known.shipments, a)
  if (!shipment) return
  // Declined claims count as nonexistent.
  const isClaimed = known.claims.some((one) => one.shipment === shipment.id && (one.stage !== 'over' || one.qty > 0))
  const reply = await toShipment(shipment.id, 'cancel', shop.manager, { reason: 'Не та машина' })
  // Goods of a declined claim stay with the contractor.
  const isOnTheWay = known.parts.every((one) => one.shipment !== shipment.id || one.state === 'shipped')
  expectAnswer(reply, shipment.state === 'shipped' && !isClaimed && isOnTheWay, 'cancel a shipment')
  if (!ok(reply.status)) return
  shipment.state = 'cancelled'
  for (const part of known.parts.filter((one) => one.shipment === shipment.id))
    pass(known, { ...part }, { state: 'ready', shipment: null }, part.qty)
}

async function acceptShipment(known: Known, [, a]: Act) {
  const shipment = pick(known.shipments, a)
  if (!shipment) return
  const reply = await toShipment(shipment.id, 'accept', shop.client)
  expectAnswer(reply, shipment.state === 'shipped', 'accept a shipment')
  if (!ok(reply.status)) return
  shipment.state = 'received'
  for (const part of known.parts.filter((one) => one.shipment === shipment.id && one.state === 'shipped'))
    pass(known, { ...part }, { state: 'issued', shipment: shipment.id }, part.qty)
}

async function ownLine(shipment: number, line: number): Promise<number> {
  const { id } = await test_.database.db
    .selectFrom('shipment_lines')
    .select('id')
    .where('shipment_id', '=', shipment)
    .where('order_line_id', '=', line)
    .executeTakeFirstOrThrow()
  return id
}

async function claim(known: Known, [, a, b]: Act) {
  const shipment = pick(known.shipments, a)
  const [line, shipped] = [...(shipment?.own ?? [])][0] ?? []
  if (!shipment || line === undefined || shipped === undefined) return
  const claimedQty = known.claims.filter((one) => one.shipment === shipment.id).reduce((sum, one) => sum + one.qty, 0)
  const qty = 1 + (b % (shipped - claimedQty + 1))
  const photoIds = [(await upload(test_, shop.client)).json.id, (await upload(test_, shop.client)).json.id]
  const reply = await send<{ id: number }>(
    test_,
    posting(shop.client, '', {
      shipment_id: shipment.id,
      kind: 'defect',
      outcome: 'money',
      text: 'Трещина',
      lines: [{ shipment_line_id: await ownLine(shipment.id, line), qty, asked_kop: null }],
      file_ids: photoIds,
    }),
  )
  expectAnswer(
    reply,
    shipment.state !== 'cancelled' && claimedQty + qty <= shipped,
    `claim ${qty} of ${shipped - claimedQty}`,
  )
  if (ok(reply.status))
    known.claims.push({ id: reply.json.id, line, shipment: shipment.id, stage: 'asked', qty, received: 0 })
}

async function readClaim(id: number) {
  const { json } = await send<{ version: number; lines: { id: number }[] }>(test_, {
    url: `/api/v1/claims/${id}`,
    headers: shop.handler,
  })
  return { version: json.version, id: json.lines[0]?.id ?? 0 }
}

/** Claimed goods are with the contractor. */
const withBuyer = (known: Known, { line, shipment }: Claimed) =>
  partOf(known, line, 'issued', shipment) ?? partOf(known, line, 'shipped', shipment)

async function decide(known: Known, [, a, b]: Act) {
  const one = pick(known.claims, a)
  if (!one) return
  const accepted = b % (one.qty + 2)
  const { version, id } = await readClaim(one.id)
  const reply = await send(
    test_,
    posting(shop.handler, `/${one.id}/decision`, {
      version,
      lines: [{ id, qty: accepted, price_kop: null, refusal: accepted < one.qty ? 'Не наша трещина' : '' }],
      text: '',
      hand_over_until: accepted > 0 ? '2026-11-30' : null,
      hand_over_to: accepted > 0 ? 'На склад' : '',
    }),
  )
  expectAnswer(reply, one.stage === 'asked' && accepted <= one.qty, `decide ${accepted} of ${one.qty}, ${one.stage}`)
  if (!ok(reply.status)) return
  one.stage = accepted > 0 ? 'approved' : 'over'
  one.qty = accepted
  const part = withBuyer(known, one)
  if (part) pass(known, { ...part }, { state: 'return_requested', shipment: one.shipment }, accepted)
}

async function receive(known: Known, [, a, b]: Act) {
  const one = pick(known.claims, a)
  if (!one) return
  const received = 1 + (b % (one.qty + 1))
  const { version, id } = await readClaim(one.id)
  const reply = await send(
    test_,
    posting(shop.handler, `/${one.id}/receipt`, { version, lines: [{ id, qty: received }] }),
  )
  expectAnswer(reply, one.stage === 'approved' && received <= one.qty, `receive ${received} of ${one.qty}`)
  if (!ok(reply.status)) return
  one.stage = 'received'
  one.received = received
}

async function settle(known: Known, [, a, b, c]: Act) {
  const one = pick(known.claims, a)
  if (!one) return
  const most = one.received
  const accepted = b % (most + 2)
  const toStock = c % 2 === 0
  const { version, id } = await readClaim(one.id)
  const reply = await send(
    test_,
    posting(shop.handler, `/${one.id}/settlement`, {
      version,
      lines: [{ id, qty: accepted, to_stock: toStock, refusal: accepted < one.qty ? 'Следы установки' : '' }],
      text: '',
    }),
  )
  expectAnswer(reply, one.stage === 'received' && accepted <= most, `settle ${accepted} of ${most}, ${one.stage}`)
  if (!ok(reply.status)) return
  const waiting = { line: one.line, state: 'return_requested' as const, shipment: one.shipment }
  pass(known, waiting, { state: 'returned', shipment: one.shipment }, accepted)
  pass(known, waiting, { state: 'issued', shipment: one.shipment }, one.qty - accepted)
  const line = known.lines.find((line_) => line_.id === one.line)
  if (line && toStock) line.backOnShelf += accepted
  one.stage = 'over'
  one.qty = accepted
}

/** Checks that a user of another company finds none of it. */
async function intrude(known: Known, [, a]: Act) {
  const shipment = pick(known.shipments, a)
  const urls = [`orders/${known.id}`, ...(shipment ? [`shipments/${shipment.id}`] : [])]
  for (const url of urls)
    expect((await send(test_, { url: `/api/v1/${url}`, headers: stranger })).status, url).toBe(404)
}

const ACT_KINDS: readonly ((known: Known, act: Act) => Promise<void>)[] = [
  (known, act) => move(known, act, 'staff'),
  (known, act) => move(known, act, 'staff'),
  (known, act) => move(known, act, 'client'),
  supplierSays,
  refuse,
  replace,
  replace,
  shipSome,
  shipSome,
  cancelShipment,
  acceptShipment,
  claim,
  decide,
  receive,
  settle,
  intrude,
]

const isGone = (state: LineState) => ['shipped', 'issued', 'return_requested', 'returned'].includes(state)

const byName = (parts: readonly Part[]) =>
  parts.map(({ line, state, shipment, qty }) => `${line} ${state} ${shipment ?? ''} ${qty}`).toSorted()

/** Compares the whole state of the database with the expected one. */
async function expectSame(known: Known, what: string) {
  const { db } = test_.database
  const orderIds = [...new Set(known.lines.map(({ order }) => order))]
  const { rows: parts } = await sql<Part>`
    select part.line_id as line, part.state, own.shipment_id as shipment, part.qty
    from order_line_allocations part join order_lines line on line.id = part.line_id
    left join shipment_lines own on own.id = part.shipment_line_id where line.order_id = any(${orderIds}::integer[])`.execute(
    db,
  )
  expect(byName(parts), what).toEqual(byName(known.parts))
  const offers = await db
    .selectFrom('offers')
    .select(['id', 'on_hand', 'reserved'])
    .where(
      'id',
      'in',
      known.lines.map(({ offerId }) => offerId),
    )
    .orderBy('id')
    .execute()
  const sum = (line: number, isCounted: (state: LineState) => boolean) =>
    known.parts.filter((part) => part.line === line && isCounted(part.state)).reduce((all, part) => all + part.qty, 0)
  const wanted = known.lines.map(({ id, offerId, backOnShelf }) => ({
    id: offerId,
    on_hand: ON_HAND - sum(id, isGone) + backOnShelf,
    reserved: sum(id, (state) => !isGone(state) && !isDropped(state)),
  }))
  expect(offers, what).toEqual(wanted.toSorted((a, b) => a.id - b.id))
  for (const { id, ordered } of known.lines)
    expect(
      sum(id, () => true),
      what,
    ).toBe(ordered)
  for (const orderId of orderIds) await expectTotals(known, orderId, what)
}

/** Checks that the status and sums of an order follow from its parts. */
async function expectTotals(known: Known, orderId: number, what: string) {
  const order = await test_.database.db
    .selectFrom('orders')
    .select(['status', 'total_kop', 'vat_kop'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const own = known.lines.filter((line) => line.order === orderId)
  const parts = known.parts.filter((part) => own.some(({ id }) => id === part.line))
  const sums = own.map(({ id, priceKop }) => {
    const living = parts.filter((part) => part.line === id && !isDropped(part.state))
    return lineSumKop(priceKop, toThousandths(living.reduce((all, { qty }) => all + qty, 0)))
  })
  expect(order, what).toEqual({
    status: orderStatus(parts.map(({ state }) => state)),
    total_kop: sums.reduce((all, kop) => all + kop, 0),
    vat_kop: sums.reduce((all, kop) => all + vatIncludedKop(kop, '22'), 0),
  })
}

async function newOrder(quantities: readonly number[]): Promise<Known> {
  const order = await buildReserved(test_, shop, quantities)
  const lines = order.lines.map(({ id, offerId, priceKop }, at) => ({
    id,
    offerId,
    priceKop,
    ordered: quantities[at] ?? 0,
    backOnShelf: 0,
    order: order.id,
    replaces: null,
  }))
  const parts = lines.map(({ id, ordered }): Part => ({ line: id, state: 'reserved', shipment: null, qty: ordered }))
  return { id: order.id, lines, parts, shipments: [], claims: [] }
}
