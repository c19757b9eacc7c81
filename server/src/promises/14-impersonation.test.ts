import { API } from '@artikul/contract/api'
import type { Route } from '@artikul/contract/route'
import { beforeAll, describe, expect, test } from 'vitest'
import { buildOffer, buildProduct, buildWarehouse } from '../modules/catalog/catalog.factory.ts'
import { buildConsignee } from '../modules/consignees/consignees.factory.ts'
import { buildUser } from '../modules/users/users.factory.ts'
import { Browser } from '../testing/cookies.ts'
import { send, useTestApp } from '../testing/test-app.ts'
import { tellFigure } from './figure.ts'
import { buildParties, type Parties } from './parties.factory.ts'

const test_ = useTestApp()
let parties: Parties
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})

async function managerBrowser() {
  const browser = new Browser(test_)
  await browser.signIn(parties.manager)
  return browser
}

describe('promise 14: who may be worked for', () => {
  test('nobody begins without a cookie, or with a client’s', async () => {
    const stranger = new Browser(test_)
    expect((await stranger.impersonate(parties.employee.id)).status).toBe(401)
    await stranger.signIn(parties.admin)
    expect((await stranger.impersonate(parties.employee.id)).status).toBe(403)
  })

  test('a warranty manager may not', async () => {
    const browser = new Browser(test_)
    await browser.signIn(parties.warranty)
    expect((await browser.impersonate(parties.employee.id)).status).toBe(403)
  })

  test('not himself, not another manager, not the blocked, not the unknown, not two at once', async () => {
    const { db } = test_.database
    const blocked = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    await db.updateTable('users').set({ is_active: false }).where('id', '=', blocked.id).execute()
    const browser = await managerBrowser()
    const outcomes: number[] = []
    for (const id of [parties.manager.id, parties.warranty.id, blocked.id, 2_147_483_000])
      outcomes.push((await browser.impersonate(id)).status)
    expect(outcomes).toEqual([403, 403, 403, 404])
    expect((await browser.impersonate(parties.employee.id)).status).toBe(200)
    expect((await browser.impersonate(parties.admin.id)).status).toBe(409)
  })

  test('ending twice is no error', async () => {
    const browser = await managerBrowser()
    await browser.impersonate(parties.employee.id)
    expect((await browser.post('/api/v1/token/impersonate/logout')).status).toBe(204)
    expect((await browser.post('/api/v1/token/impersonate/logout')).status).toBe(204)
    expect((await browser.post('/api/v1/token/impersonate/refresh')).status).toBe(401)
  })
})

describe('promise 14: how long', () => {
  test('ten minutes, renewed by its own call, and no longer than the manager’s own session', async () => {
    const browser = await managerBrowser()
    const work = await browser.impersonate(parties.employee.id)
    expect((await browser.get('/api/v1/user', work.headers)).status).toBe(200)
    const began = test_.clock.now()
    test_.clock.set(new Date(began.getTime() + 601_000).toISOString())
    const verify = () =>
      browser.post('/api/v1/token/verify', { token: work.headers.authorization.slice('Bearer '.length) })
    expect((await verify()).status).toBe(401)
    const renewed = await browser.post('/api/v1/token/impersonate/refresh')
    const headers = { authorization: `Bearer ${renewed.json.access_token_impersonate ?? ''}` }
    expect((await browser.get('/api/v1/user', headers)).status).toBe(200)
    await browser.post('/api/v1/token/logout')
    expect((await browser.get('/api/v1/user', headers)).status).toBe(401)
    test_.clock.set(began.toISOString())
  })

  test('a manager who is blocked, or a client who is, ends the work', async () => {
    const { db } = test_.database
    const client = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [parties.company.id] })
    const browser = await managerBrowser()
    await browser.impersonate(client.id)
    await db.updateTable('users').set({ is_active: false }).where('id', '=', client.id).execute()
    expect((await browser.post('/api/v1/token/impersonate/refresh')).json.code).toBe('impersonation.ended')
    // The manager's own session lives on.
    expect((await browser.refresh()).status).toBe(200)
  })
})

describe('promise 14: what is forbidden meanwhile', () => {
  const ownActs = Object.entries(API).flatMap(([group, routes]) =>
    Object.entries(routes)
      .filter(([, route]: [string, Route]) => route.selfOnly && route.access !== 'public')
      .map(([name, route]): [string, Route] => [`${group}.${name}`, route]),
  )

  test.each(ownActs)('%s is the person’s own', async (_, route) => {
    const browser = await managerBrowser()
    const { headers } = await browser.impersonate(parties.admin.id)
    const reply = await send(test_, {
      method: route.method,
      url: route.path.replace(/:\w+/g, '1'),
      headers,
      ...(route.body && { payload: {} }),
    })
    expect(reply).toMatchObject({ status: 403, json: { code: 'auth.not_on_behalf' } })
  })

  test('the client’s e-mail, limits and roles stay as they are', async () => {
    const browser = await managerBrowser()
    const { headers } = await browser.impersonate(parties.admin.id)
    const own = await send(test_, {
      method: 'PATCH',
      url: '/api/v1/user',
      headers,
      payload: { email: 'a@new.test', password: 'x' },
    })
    expect(own).toMatchObject({ status: 403, json: { code: 'auth.not_on_behalf' } })
    const url = `/api/v1/user/admin/user/${parties.employee.id}`
    const { json } = await send<{ version: number }>(test_, { url, headers })
    for (const patch of [{ email: 'b@new.test' }, { is_active: false }, { roles: ['CONTRACTOR_ADMIN'] }]) {
      const reply = await send(test_, { method: 'PATCH', url, headers, payload: { version: json.version, ...patch } })
      expect(reply).toMatchObject({ status: 403, json: { code: 'auth.not_on_behalf' } })
    }
  })
})

describe('promise 14: every written row names both', () => {
  test('what a client may write says who wrote it and for whom', async () => {
    const { db } = test_.database
    const warehouse = await buildWarehouse(db, parties.seller.id)
    const product = await buildProduct(db)
    const offer = await buildOffer(db, product.id, warehouse.id)
    const consignee = await buildConsignee(db, parties.company.id, { isDefault: true })
    const browser = await managerBrowser()
    const { headers } = await browser.impersonate(parties.employee.id)

    const added = await send(test_, {
      method: 'POST',
      url: '/api/v1/cart/lines',
      headers,
      payload: { offer_id: offer.id, qty: 2, consignee_id: consignee.id },
    })
    expect(added.status).toBe(201)
    const cart = await send<{ lines: { added_by: string }[] }>(test_, { url: '/api/v1/cart', headers })
    expect(cart.json.lines[0]?.added_by).toMatch(/Иванова Мария/)
    const preview = await send<{ lines: object[] }>(test_, { url: '/api/v1/orders/preview', headers })
    const placed = await send<{ orders: { id: number }[] }>(test_, {
      method: 'POST',
      url: '/api/v1/orders',
      headers: { ...headers, 'idempotency-key': 'promise-14' },
      payload: { lines: preview.json.lines },
    })
    expect(placed.status).toBe(201)

    let rows = 0
    for (const table of ['orders', 'order_lines', 'line_moves', 'invoices'] as const) {
      const written = await db.selectFrom(table).select(['actor_id', 'subject_id']).execute()
      rows += written.length
      for (const row of written) expect(row).toEqual({ actor_id: parties.manager.id, subject_id: parties.employee.id })
    }
    expect(rows).toBeGreaterThanOrEqual(3)
    const trail = await db
      .selectFrom('audit_log')
      .select('event')
      .where('actor_id', '=', parties.manager.id)
      .where('subject_id', '=', parties.employee.id)
      .orderBy('id')
      .execute()
    expect(trail.map((row) => row.event)).toEqual(
      expect.arrayContaining(['impersonation.started', 'order.placed_on_behalf']),
    )
    tellFigure(14, `${rows} строк, записанных от имени клиента, называют менеджера и клиента`)

    // And the client sees it.
    const client = new Browser(test_)
    await client.signIn(parties.employee)
    const seen = await client.get('/api/v1/user/on_behalf')
    expect(JSON.stringify(seen.json)).toContain('order.placed_on_behalf')
  })
})
