import type { Notification } from '@artikul/contract/notifications'
import { beforeAll, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../promises/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../testing/test-app.ts'
import { buildUser } from '../users/users.factory.ts'
import { tellOf, type Happening } from './happenings.ts'

const test_ = useTestApp()
type Headers = { authorization: string }
let parties: Parties
let manager: Headers
let colleague: Headers
let warranty: Headers

beforeAll(async () => {
  const { db } = test_.database
  parties = await buildParties(db)
  manager = await loginAs(test_, parties.manager)
  warranty = await loginAs(test_, parties.warranty)
  colleague = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_ORDER_MANAGER' }))
  await db
    .updateTable('contractors')
    .set({ manager_id: parties.manager.id })
    .where('id', '=', parties.company.id)
    .execute()
})

const happening = (fields: Partial<Happening>): Happening => ({
  kind: 'order.refused',
  about: 'order',
  aboutId: 1,
  contractorId: parties.company.id,
  ...fields,
})
const tell = (...happenings: Happening[]) =>
  test_.database.db.transaction().execute((tx) => tellOf(tx, happenings, test_.clock.now()))
const bell = async (headers: Headers, query = '') =>
  (
    await send<{ results: Notification[]; next_before: number | null }>(test_, {
      url: `/api/v1/notifications${query}`,
      headers,
    })
  ).json
const told = async (headers: Headers) => (await bell(headers)).results.map(({ kind }) => kind)
const unread = async (headers: Headers) =>
  (await send<{ unread: number }>(test_, { url: '/api/v1/notifications/unread', headers })).json.unread

test('claims of a company that has a manager are told to those who look after claims, orders to the manager', async () => {
  await tell(
    happening({ kind: 'claim.made', about: 'claim', aboutId: 1, label: 'В-1' }),
    happening({ kind: 'order.cancelled', aboutId: 2, label: '26-000001' }),
  )
  expect(await told(warranty)).toEqual(['claim.made'])
  expect(await unread(warranty)).toBe(1)
  expect(await told(manager)).toEqual(['order.cancelled'])
  expect(await told(colleague)).toEqual([])
})
