import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { OrderPreview, PlacedOrder } from '@artikul/contract/ordering/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildOffer, buildProduct, buildWarehouse } from '../../server/src/modules/catalog/products/catalog.factory.ts'
import { buildConsignee } from '../../server/src/modules/companies/consignees/consignees.factory.ts'
import { buildContractor, buildSeller } from '../../server/src/modules/companies/contractors/contractors.factory.ts'
import { buildUser } from '../../server/src/modules/identity/users/users.factory.ts'
import { TEST_SECRET, useTestApp } from '../../server/src/testing/test-app.ts'
import { reportFigure, reportMeasured } from '../../server/src/testing/figures.ts'
import { serverOn } from './support/order-load.factory.ts'

const FAKETIME = ['x86_64', 'aarch64']
  .map((of) => `/usr/lib/${of}-linux-gnu/faketime/libfaketime.so.1`)
  .find(existsSync)
const SHIFTS = ['+3600', '-3600', '+31536000'] as const

const test_ = useTestApp()
const servers = SHIFTS.map((shift, at) => ({
  shift,
  server: serverOn(3240 + at, { LD_PRELOAD: FAKETIME ?? '', FAKETIME: shift, DONT_FAKE_MONOTONIC: '1' }),
}))
const right = serverOn(3243)

let buyer: { login: string; password: string }
let offer: { id: number }

beforeAll(buildOfferAndStart, 120_000)
afterAll(() => Promise.all([right, ...servers.map(({ server }) => server)].map((server) => server.kill())))

test(
  'guarantee 34: server with a clock wrong by an hour or a year uses the time of its database',
  { timeout: 60_000 },
  async () => {
    const trueToken = await signIn(right.origin)
    const now = Math.floor(Date.now() / 1000)
    const statuses: number[] = []
    const placed: string[] = []
    const days = new Set<string | null | undefined>()
    for (const { shift, server } of servers) {
      const token = await signIn(server.origin)
      const expired = endingAt(trueToken, now - 1)
      expect((await ask(server.origin, 'user', expired)).status, `${shift}: an expired token stays expired`).toBe(401)
      for (const [origin, own] of [
        [server.origin, token],
        [server.origin, trueToken],
        [right.origin, token],
      ] as const) {
        const { status } = await ask(origin, 'user', own)
        expect(status, `${shift}: nodes take each other’s tokens`).toBe(200)
      }
      const added = await ask(server.origin, 'cart/lines', token, { offer_id: offer.id, qty: 1 })
      const preview = await ask(server.origin, 'orders/preview', token)
      const { lines } = preview.json as OrderPreview
      days.add(lines[0]?.expected_date)
      const order = await ask(server.origin, 'orders', token, { lines })
      statuses.push(added.status, preview.status, order.status)
      placed.push(...(order.json as { orders: PlacedOrder[] }).orders.map(({ number }) => number))
    }
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect(placed).toHaveLength(SHIFTS.length)
    expect(days.size, 'the same promise on every node').toBe(1)
    const rows = await test_.database.sql<{ apart: number; told: number }[]>`
      select abs(extract(epoch from now() - created_at)) * 1000 as apart,
        (select count(*) from events where about = 'order' and about_id = orders.id) as told
      from orders`
    expect(rows).toHaveLength(SHIFTS.length)
    for (const { apart, told: eventCount } of rows) {
      reportMeasured(34, {
        measured: 'order time against the clock of the database',
        value: apart,
        limit: MAX_SKEW_MS,
        unit: 'ms',
      })
      expect(eventCount).toBe(1)
    }
    reportFigure(
      34,
      `часы сервера +1 ч, −1 ч, +1 год: ${placed.length} заказа в срок базы, просроченные токены не приняты, ошибок 5xx 0`,
    )
  },
)

async function buildOfferAndStart() {
  if (FAKETIME === undefined) return
  const { db } = test_.database
  const seller = await buildSeller(db)
  const warehouse = await buildWarehouse(db, seller.id)
  offer = await buildOffer(db, (await buildProduct(db)).id, warehouse.id, { on_hand: 1000 })
  const contract = { prepayment_percent: 0, limit_kop: 10 ** 12 }
  const company = await buildContractor(db, { sellerIds: [seller.id], contract })
  await buildConsignee(db, company.id, { is_default: true })
  buyer = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [company.id] })
  right.start(test_.databaseUrl)
  for (const { server } of servers) server.start(test_.databaseUrl)
  await Promise.all([right, ...servers.map(({ server }) => server)].map((server) => server.untilReady()))
}

/** Largest difference between an order's moment and the database's; the scenario itself takes as long. */
const MAX_SKEW_MS = 60_000

const accessKey = createSecretKey(Buffer.from(hkdfSync('sha256', TEST_SECRET, '', 'access token', 32)))

async function ask(origin: string, path: string, token?: string, body?: object) {
  const reply = await fetch(`${origin}/api/v1/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
    },
  })
  return { status: reply.status, json: (await reply.json()) as unknown }
}

const signIn = async (origin: string) => {
  const { json } = await ask(origin, 'token/pair', undefined, { login: buyer.login, password: buyer.password })
  return (json as { access_token: string }).access_token
}

/** Returns the token with another expiry. */
function endingAt(token: string, exp: number): string {
  const [header = '', claims = ''] = token.split('.')
  const changed = { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), exp }
  const text = `${header}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`
  return `${text}.${createHmac('sha256', accessKey).update(text).digest('base64url')}`
}
