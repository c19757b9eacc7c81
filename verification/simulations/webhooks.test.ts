import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { WebhookSecret } from '@artikul/contract/integrations/webhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildShop, type Shop } from '../../server/src/modules/fulfilment/shipments/shipments.factory.ts'
import { publishEvents } from '../../server/src/platform/events/index.ts'
import { reportFigure } from '../../server/src/testing/figures.ts'
import { send, useTestApp } from '../../server/src/testing/test-app.ts'
import { serverOn } from '../guarantees/support/order-load.factory.ts'

const COMPANIES = 20
const EVENTS = 10_000
/** Events before the first fault, by which the delay is measured. */
const CALM_EVENTS = 2000
const ROUND_MS = 200
/** Each receiver fails at every tenth attempt, so that none fails twice in a row by chance. */
const FAILS_EVERY = 10
const DOWN_MS = 120_000
const KILLS = 10

const test_ = useTestApp({ PRIVATE_URLS: 'on' })
const portal = serverOn(3218, { PRIVATE_URLS: 'on' })

interface Delivery {
  id: string
  body: string
  at: number
}

/** Accepted messages by company. */
const accepted = new Map<string, Delivery[]>()
const publishedAt = new Map<number, number>()
let receiver: Server
let port = 0
const attempts = new Map<string, number>()

/** Receivers of all companies, by path; a tenth of the attempts fails, and `/silent` never answers. */
function startReceivers(onPort: number): Promise<void> {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const company = request.url ?? ''
      if (company === '/silent') return
      const attempt = (attempts.get(company) ?? 0) + 1
      attempts.set(company, attempt)
      if (attempt % FAILS_EVERY === 0) {
        response.writeHead(500).end()
        return
      }
      const body = Buffer.concat(chunks).toString()
      const delivery = { id: String(request.headers['webhook-id']), body, at: Date.now() }
      accepted.set(company, [...(accepted.get(company) ?? []), delivery])
      response.writeHead(204).end()
    })
  })
  return new Promise((resolve) => {
    receiver.listen(onPort, '127.0.0.1', () => {
      port = (receiver.address() as AddressInfo).port
      resolve()
    })
  })
}

function stopReceivers(): Promise<void> {
  receiver.closeAllConnections()
  return new Promise((resolve) => receiver.close(() => resolve()))
}

const shops: Shop[] = []

async function subscribe(shop: Shop, path: string) {
  const webhook = {
    name: path,
    url: `http://127.0.0.1:${port}${path}`,
    events: ['payment.received'],
    consignee_id: null,
  }
  const made = await send<WebhookSecret>(test_, {
    ...{ method: 'POST', url: '/api/v1/webhooks', headers: shop.client, payload: webhook },
  })
  if (made.status !== 201) throw new Error(made.text)
}

beforeAll(async () => {
  await startReceivers(0)
  for (let at = 0; at <= COMPANIES; at += 1) {
    const shop = await buildShop(test_)
    await subscribe(shop, at === COMPANIES ? '/silent' : `/${at}`)
    shops.push(shop)
  }
  portal.start(test_.databaseUrl)
  await portal.untilReady()
}, 120_000)
afterAll(async () => {
  await portal.kill()
  await stopReceivers()
})

/** Records a payment of every company and publishes it. */
async function publishRound(number: number) {
  const { db } = test_.database
  await db.transaction().execute(async (tx) => {
    for (const shop of shops) {
      const { id } = await tx
        .insertInto('payments')
        .values({
          ...{ number: String(number), seller_id: shop.sellerId, contract_id: shop.contractId },
          ...{ contractor_id: shop.companyId, paid_on: '2026-11-16', sum_kop: 100 + number },
          ...{ actor_id: shop.admin.id, subject_id: shop.admin.id },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const event = { kind: 'payment.received', about: 'payment', aboutId: id, contractorId: shop.companyId } as const
      await publishEvents(tx, [event], new Date())
    }
  })
  publishedAt.set(number, Date.now())
}

async function publish(from: number, count: number) {
  for (let number = from; number < from + count / COMPANIES; number += 1) {
    const started = Date.now()
    await publishRound(number)
    await delay(Math.max(0, ROUND_MS - (Date.now() - started)))
  }
}

const numberOf = ({ body }: Delivery) =>
  Number((JSON.parse(body) as { data: { payment: { number: string } } }).data.payment.number)

const countAccepted = () => {
  let count = 0
  for (const deliveries of accepted.values()) count += new Set(deliveries.map(({ id }) => id)).size
  return count
}

async function killTenTimes() {
  for (let kill = 0; kill < KILLS; kill += 1) {
    await delay(5000 + Math.random() * 5000)
    await portal.kill()
    portal.start(test_.databaseUrl)
    await portal.untilReady()
  }
}

async function beDown() {
  await delay(10_000)
  await stopReceivers()
  await delay(DOWN_MS)
  await startReceivers(port)
}

test(
  `${EVENTS} events are delivered in order past failures, ${KILLS} kills and two minutes without receivers`,
  { timeout: 30 * 60_000 },
  async () => {
    await publish(0, CALM_EVENTS)
    await expect.poll(countAccepted, { timeout: 300_000, interval: 500 }).toBe(CALM_EVENTS)
    const delays = [...accepted.values()]
      .flat()
      .map((delivery) => delivery.at - (publishedAt.get(numberOf(delivery)) ?? 0))
      .toSorted((a, b) => a - b)
    const calmAttempts = [...attempts.values()].reduce((sum, count) => sum + count, 0)

    await Promise.all([publish(CALM_EVENTS / COMPANIES, EVENTS - CALM_EVENTS), killTenTimes(), beDown()])
    // A receiver that fails once more after the outage is tried again within twelve minutes.
    await expect.poll(countAccepted, { timeout: 20 * 60_000, interval: 1000 }).toBe(EVENTS)

    let repeated = 0
    for (const [company, deliveries] of accepted) {
      const bodies = new Map<string, string>()
      for (const { id, body } of deliveries) {
        expect(bodies.get(id) ?? body, `${company}: body of ${id}`).toBe(body)
        bodies.set(id, body)
      }
      repeated += deliveries.length - bodies.size
      const first = [...new Map(deliveries.map((delivery) => [delivery.id, numberOf(delivery)])).values()]
      expect(first, `order of ${company}`).toEqual(Array.from({ length: EVENTS / COMPANIES }, (_, number) => number))
    }
    const share = (part: number) => delays[Math.floor(delays.length * part)] ?? 0
    reportFigure(
      'webhooks',
      `${EVENTS} events of ${COMPANIES} companies, one more receiver silent: lost 0, repeated with the same id ${repeated}, order kept; in calm p50 ${share(0.5)} ms, p95 ${share(0.95)} ms after ${calmAttempts - CALM_EVENTS} failed attempts`,
    )
  },
)
