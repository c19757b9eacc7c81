import type { Cart } from '@artikul/contract/ordering/cart'
import type { CartBrief } from '@artikul/contract/ordering/carts'
import type { Problem } from '@artikul/contract/core/errors'
import { beforeEach, describe, expect, test } from 'vitest'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildContractor, buildSeller } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
let anna: Headers
let semyon: Headers
let stranger: Headers
let offers: number[]
let lines: number[]

beforeEach(async () => {
  const { db } = test_.database
  test_.clock.set('2026-11-17T09:00:00Z')
  const { id: sellerId } = await buildSeller(db)
  const warehouse = await buildWarehouse(db, sellerId)
  const person = async (contractorId: number) =>
    loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [contractorId] }))
  const [own, other] = [
    await buildContractor(db, { sellerIds: [sellerId] }),
    await buildContractor(db, { sellerIds: [sellerId] }),
  ]
  ;[anna, semyon, stranger] = [await person(own.id), await person(own.id), await person(other.id)]
  offers = []
  for (let left = 2; left > 0; left -= 1)
    offers.push((await buildOffer(db, (await buildProduct(db)).id, warehouse.id, { on_hand: 1000 })).id)
  lines = [await add(offers[0], { qty: 3, client_ref: 'ЗН-77' }), await add(offers[1])]
})

describe('removed cart lines', () => {
  test('come back as they were to the person who removed them, once', async () => {
    const before = await cart()
    expect((await removeMany(lines)).json).toEqual({ removed_ids: lines })
    expect((await cart()).lines).toEqual([])
    expect((await restore(lines)).status).toBe(200)
    const after = await cart()
    expect(after.lines).toHaveLength(2)
    for (const [at, line] of after.lines.entries())
      expect(line).toMatchObject({
        id: before.lines[at]?.id,
        qty: before.lines[at]?.qty,
        client_ref: before.lines[at]?.client_ref,
        price_kop: before.lines[at]?.price_kop,
      })
    expect((await restore(lines)).status).toBe(404)
  })

  test('come back to nobody else', async () => {
    expect((await call('DELETE', `cart/lines/${lines[0]}`)).status).toBe(200)
    expect((await restore([lines[0]], {})).status).toBe(401)
    expect(await restore([lines[0]], stranger)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect(await restore([lines[0]], semyon)).toMatchObject({ status: 403, json: { code: 'undo.not_yours' } })
    expect((await restore(lines)).status, 'one of them was not removed').toBe(404)
    for (const body of [{}, { line_ids: [] }, { line_ids: ['1'] }, { line_ids: [1], more: 1 }])
      expect((await call('POST', 'cart/lines/restore', body)).status).toBe(400)
    expect((await cart()).lines).toHaveLength(1)
  })

  test('come back for a few seconds only', async () => {
    await removeMany(lines)
    test_.clock.set('2026-11-17T09:00:16Z')
    expect(await restore(lines)).toMatchObject({ status: 409, json: { code: 'undo.expired' } })
    test_.clock.set('2026-11-17T09:00:14Z')
    expect((await restore(lines)).status).toBe(200)
  })

  test('do not come back into a deleted cart', async () => {
    const { id } = (await call<{ id: number }>('POST', 'carts', { name: 'Рейс 10:00' })).json
    const line = await add(offers[0])
    await removeMany([line])
    await call('DELETE', `carts/${id}`)
    expect(await restore([line])).toMatchObject({ status: 409, json: { code: 'undo.conflict' } })
  })

  test('of another company are not removed', async () => {
    expect((await removeMany(lines, stranger)).json).toEqual({ removed_ids: [] })
    expect((await cart()).lines).toHaveLength(2)
  })
})

describe('deleted cart', () => {
  let cartId: number
  let own: number[]

  /** A cart with a line that is merged into «Основная» and one that moves there. */
  beforeEach(async () => {
    cartId = (await call<{ id: number }>('POST', 'carts', { name: 'Рейс 10:00' })).json.id
    own = [await add(offers[0], { qty: 2, client_ref: 'ЗН-77' }), await add(offers[1], { client_ref: 'ЗН-78' })]
    expect((await call<{ moved: number }>('DELETE', `carts/${cartId}`)).json).toEqual({ moved: 2 })
    expect((await cart()).lines.map(({ qty }) => qty)).toEqual([5, 1, 1])
  })

  test('comes back with its lines to the person who deleted it', async () => {
    expect((await restoreCart({})).status).toBe(401)
    expect(await restoreCart(stranger)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect(await restoreCart(semyon)).toMatchObject({ status: 403, json: { code: 'undo.not_yours' } })
    expect((await restoreCart()).status).toBe(200)
    const carts = await listCarts()
    expect(carts).toMatchObject([
      { name: 'Основная', lines_count: 2 },
      { name: 'Рейс 10:00', lines_count: 2, is_current: true },
    ])
    expect((await cart()).lines.map(({ id, qty }) => [id, qty])).toEqual([
      [own[0], 2],
      [own[1], 1],
    ])
    await call('POST', `carts/${carts[0]?.id}/choose`)
    expect((await cart()).lines.map(({ qty }) => qty)).toEqual([3, 1])
    expect((await restoreCart()).status).toBe(404)
  })

  test('does not come back late, or when its lines or name were used since', async () => {
    test_.clock.set('2026-11-17T09:00:16Z')
    expect(await restoreCart()).toMatchObject({ status: 409, json: { code: 'undo.expired' } })
    test_.clock.set('2026-11-17T09:00:05Z')
    const taken = (await call<{ id: number }>('POST', 'carts', { name: 'рейс 10:00', choose: false })).json.id
    expect(await restoreCart()).toMatchObject({ status: 409, json: { code: 'undo.conflict' } })
    await call('PATCH', `carts/${taken}`, { name: 'Другая' })
    const [merged] = (await cart()).lines
    await call('PATCH', `cart/lines/${merged?.id}`, { qty: 7 })
    expect(await restoreCart()).toMatchObject({ status: 409, json: { code: 'undo.conflict' } })
    expect((await listCarts()).map(({ name }) => name)).not.toContain('Рейс 10:00')
    expect((await cart()).lines.map(({ qty }) => qty)).toEqual([7, 1, 1])
  })

  test('does not come back when one of its lines was removed', async () => {
    await removeMany([own[1] ?? 0])
    expect(await restoreCart()).toMatchObject({ status: 409, json: { code: 'undo.conflict' } })
  })

  const restoreCart = (headers: Headers | object = anna) => call('POST', `carts/${cartId}/restore`, undefined, headers)
})

const call = <T = Problem>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  payload?: object,
  headers: Headers | object = anna,
) => send<T & Problem>(test_, { method, url: `/api/v1/${path}`, headers: { ...headers }, ...(payload && { payload }) })

const cart = async () => (await call<Cart>('GET', 'cart')).json
const listCarts = async () => (await call<{ results: CartBrief[] }>('GET', 'carts')).json.results

const add = async (offer_id: number | undefined, more: object = {}) =>
  (await call<{ line_id: number }>('POST', 'cart/lines', { offer_id, qty: 1, ...more })).json.line_id

const removeMany = (line_ids: readonly number[], headers: Headers = anna) =>
  call<{ removed_ids: number[] }>('POST', 'cart/lines/remove', { line_ids }, headers)

const restore = (line_ids: readonly (number | undefined)[], headers: Headers | object = anna) =>
  call('POST', 'cart/lines/restore', { line_ids }, headers)
