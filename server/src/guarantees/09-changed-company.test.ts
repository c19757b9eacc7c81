import { setTimeout as delay } from 'node:timers/promises'
import type { Problem } from '@artikul/contract/core/errors'
import type { OrderPreview } from '@artikul/contract/ordering/orders/orders'
import type { CurrentUser } from '@artikul/contract/identity/users'
import { beforeAll, expect, test } from 'vitest'
import { buildConsignee } from '../modules/companies/consignees/consignees.factory.ts'
import { buildContractor } from '../modules/companies/contractors/contractors.factory.ts'
import { buildUser } from '../modules/identity/users/users.factory.ts'
import { loginAs, send, useTestApp } from '../testing/test-app.ts'
import { buildTrade, type Headers, type Trade } from '../testing/buyers.factory.ts'
import { IS_VERIFY, reportFigure } from '../testing/figures.ts'
import { repeat } from '../testing/repeat.ts'

const SWITCHES = IS_VERIFY ? 100 : 25

const test_ = useTestApp()
let trade: Trade
let companies: number[]
let stranger: number
let tab: Headers
let otherTab: Headers
let offer: number

beforeAll(openTwoTabs)

test('guarantee 9: switch to a foreign or unknown company gets 404 and changes nothing', async () => {
  const before = await current()
  expect(await change(stranger)).toMatchObject({ status: 404, json: { code: 'not_found' } })
  expect(await change(999_999)).toMatchObject({ status: 404, json: { code: 'not_found' } })
  expect(await current()).toBe(before)
})

/**
 * Places an order for the company shown in the tab; null when the server reports that the current company has changed.
 */
async function orderFor(company: number, at: number): Promise<number | null> {
  const headers = { ...otherTab, 'x-contractor-id': String(company) }
  const mark = `company ${company}`
  const put = await send(test_, {
    method: 'POST',
    url: '/api/v1/cart/lines',
    headers,
    payload: { offer_id: offer, qty: 1, client_ref: mark },
  })
  if (put.status === 409) return null
  const shown = await send<OrderPreview & Problem>(test_, { url: '/api/v1/orders/preview', headers })
  if (shown.status === 409) return null
  const { lines } = shown.json
  const reply = await trade.attempt({ headers, key: `turn-${at}`, lines, clientNumber: mark })
  if (reply?.status === 409) expect(reply.body).toContain('contractor.changed')
  else expect(reply?.status).toBe(201)
  return reply?.status === 409 ? null : company
}

test(
  `guarantee 9: ${SWITCHES} company switches while another tab orders mix no orders and no carts`,
  { timeout: 120_000 },
  async () => {
    const placed = { orders: 0, told: 0 }
    const stop = repeat(async (at) => {
      const company = await orderFor(companies[at % 2] ?? 0, at)
      if (company === null) placed.told += 1
      else placed.orders += 1
    })
    for (let at = 0; at < SWITCHES; at += 1) {
      expect(await change(companies[at % 2] ?? 0)).toMatchObject({ status: 200 })
      // Varies the delay, so that some orders are completed in time and others are not.
      await delay((at * 37) % 120)
    }
    await stop()
    const { db } = test_.database
    const orders = await db.selectFrom('orders').select(['contractor_id', 'client_number']).execute()
    const marks = await db.selectFrom('order_lines').select(['contractor_id', 'client_ref']).execute()
    const carts = await db.selectFrom('cart_lines').select(['contractor_id', 'client_ref']).execute()
    expect(orders).toHaveLength(placed.orders)
    expect(orders.filter((one) => one.client_number !== `company ${one.contractor_id}`)).toEqual([])
    expect([...marks, ...carts].filter((one) => one.client_ref !== `company ${one.contractor_id}`)).toEqual([])
    expect(Math.min(placed.orders, placed.told)).toBeGreaterThan(0)
    reportFigure(
      9,
      `${SWITCHES} смен компании: ${placed.orders} заказов другой вкладки, все своей компании; ` +
        `«компания сменилась» сказано ${placed.told} раз, чужих строк в корзинах 0`,
    )
  },
)

async function openTwoTabs() {
  const { db } = test_.database
  trade = await buildTrade(test_)
  offer = await trade.newOffer(100_000)
  const ids: number[] = []
  for (let left = 3; left > 0; left -= 1) {
    const { id } = await buildContractor(db, { sellerIds: [trade.sellerId] })
    await buildConsignee(db, id, { is_default: true })
    ids.push(id)
  }
  stranger = ids.pop() ?? 0
  companies = ids
  const user = await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: companies })
  tab = await loginAs(test_, user)
  otherTab = await loginAs(test_, user)
}

const change = (id: number) =>
  send<Problem>(test_, { method: 'PATCH', url: `/api/v1/user/change_current_contractor/${id}`, headers: tab })

const current = async () =>
  (await send<CurrentUser>(test_, { url: '/api/v1/user', headers: tab })).json.current_contractor_id
