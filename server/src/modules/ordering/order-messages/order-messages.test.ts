import type { OrderMessages } from '@artikul/contract/ordering/order-messages'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jpegOf } from '../../../testing/files/photos.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildReserved, buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
let shop: Shop
let foreign: Shop
let orderId: number

beforeAll(async () => {
  shop = await buildShop(test_)
  foreign = await buildShop(test_)
})
beforeEach(async () => {
  test_.clock.set('2026-11-17T09:00:00Z')
  orderId = (await buildReserved(test_, shop, [2])).id
})
const url = (path: string, id = orderId) => `/api/v1/orders/${id}/${path}`
const talkOf = (who: Who) => send<OrderMessages>(test_, { url: url('messages'), headers: who })
const fileOf = (who: Who, id: number) => send<Reply>(test_, { url: `/api/v1/order-files/${id}`, headers: who })

describe('refusals', () => {
  test('messages, notes and files of another company or consignee are answered with 404', async () => {
    const { id: photo } = (await upload(shop.client)).json
    await say(shop.client, 'Наш вопрос', [photo])
    const { db } = test_.database
    const storeman = await buildUser(db, { role: 'CONTRACTOR_USER', contractorIds: [shop.companyId] })
    const place = { user_id: storeman.id, contractor_id: shop.companyId }
    const { id: consignee_id } = await buildConsignee(db, shop.companyId)
    await db.updateTable('user_contractors').set({ all_consignees: false }).where('user_id', '=', storeman.id).execute()
    await db
      .insertInto('user_consignees')
      .values({ ...place, consignee_id })
      .execute()
    for (const who of [foreign.client, await loginAs(test_, storeman)]) {
      expect((await talkOf(who)).status).toBe(404)
      expect((await say(who, 'Чужой')).status).toBe(404)
      expect((await upload(who)).status).toBe(404)
      expect((await keepNote(who, 'Чужая', 0)).status).toBe(404)
      expect((await fileOf(who, photo)).status).toBe(404)
    }
    expect((await send(test_, { url: url('messages') })).status).toBe(401)
  })

  test('warranty manager reads order messages and cannot write', async () => {
    const who = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
    expect((await talkOf(who)).json.can_write).toBe(false)
    expect((await say(who, 'Я')).status).toBe(403)
    expect((await upload(who)).status).toBe(403)
    expect((await keepNote(who, 'Я', 0)).status).toBe(403)
  })

  test('empty message, fake image and file of another author are rejected', async () => {
    expect((await say(shop.client, '   ')).status).toBe(400)
    expect((await upload(shop.client, Buffer.from('MZ это не фото'))).json.code).toBe('file.refused')
    const { id: theirs } = (await upload(shop.manager)).json
    expect((await fileOf(shop.client, theirs)).status).toBe(404)
    const reply = await say(shop.client, 'Смотрите', [theirs])
    expect([reply.status, reply.json.errors?.[0]?.path]).toEqual([400, 'file_ids'])
    expect((await talkOf(shop.client)).json.messages).toEqual([])
  })

  test('501st message of an order is rejected', async () => {
    const { db } = test_.database
    const row = { order_id: orderId, contractor_id: shop.companyId, text: 'Ещё', from_staff: false }
    const author = { actor_id: shop.admin.id, subject_id: shop.admin.id, created_at: test_.clock.now() }
    await db
      .insertInto('order_messages')
      .values(Array.from({ length: 500 }, () => ({ ...row, ...author })))
      .execute()
    expect((await say(shop.client, 'Пятьсот первое')).json.code).toBe('order.message_limit_reached')
  })
})

test('client and manager read all messages with photos, and each is notified of the other', async () => {
  const { id: photo } = (await upload(shop.client)).json
  const key = crypto.randomUUID()
  await say(shop.client, 'Это та деталь?', [photo], key)
  await say(shop.client, 'Это та деталь?', [photo], key)
  test_.clock.set('2026-11-17T09:05:00Z')
  await say(shop.manager, 'Да, она')
  for (const who of [shop.client, shop.manager]) {
    const { messages } = (await talkOf(who)).json
    expect(messages.map(({ text, from_staff, files }) => [text, from_staff, files.map(({ name }) => name)])).toEqual([
      ['Это та деталь?', false, ['Коробка.jpg']],
      ['Да, она', true, []],
    ])
    expect((await fileOf(who, photo)).status).toBe(200)
  }
  const bell = async (who: Who) => {
    const { json } = await send<{ results: { kind: string; about_id: number }[] }>(test_, {
      url: '/api/v1/notifications',
      headers: who,
    })
    return json.results.filter(({ kind, about_id }) => kind === 'order.message' && about_id === orderId).length
  }
  expect([await bell(shop.client), await bell(shop.manager)]).toEqual([1, 1])
})

test('client and staff keep separate notes, and a stale note version is refused', async () => {
  expect((await keepNote(shop.client, 'Машина ждёт до пятницы', 0)).json.version).toBe(1)
  expect((await keepNote(shop.manager, 'Платит с опозданием', 0)).json.version).toBe(1)
  expect((await keepNote(shop.client, 'Поверх', 0)).json.code).toBe('stale')
  expect((await keepNote(shop.client, 'Машина ждёт до субботы', 1)).json.version).toBe(2)
  const [client, manager] = [await talkOf(shop.client), await talkOf(shop.manager)]
  expect(client.json.note?.text).toBe('Машина ждёт до субботы')
  expect(manager.json.note).toMatchObject({ text: 'Платит с опозданием', by: 'Иванова Мария' })
  expect(client.text).not.toContain('опозданием')
  const seen = await test_.database.forTenant(shop.companyId).selectFrom('order_notes').select('side').execute()
  expect(seen.map(({ side }) => side)).toEqual(['client'])
})

test('concurrent edits of a note save one and refuse the other with 409', async () => {
  const both = await Promise.all([keepNote(shop.client, 'Первый', 0), keepNote(shop.client, 'Второй', 0)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

type Who = { authorization: string }

interface Reply {
  id: number
  code: string
  version: number
  errors?: { path: string }[]
}

const say = (who: Who, text: string, file_ids: number[] = [], key: string = crypto.randomUUID()) =>
  send<Reply>(test_, {
    method: 'POST',
    url: url('messages'),
    headers: { ...who, 'idempotency-key': key },
    payload: { text, file_ids },
  })

const upload = (who: Who, bytes: Buffer = jpegOf()) =>
  send<Reply>(test_, {
    method: 'POST',
    url: `${url('files')}?name=${encodeURIComponent('Коробка.png')}`,
    headers: { ...who, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })

const keepNote = (who: Who, text: string, version: number) =>
  send<Reply>(test_, { method: 'PATCH', url: url('note'), headers: who, payload: { text, version } })
