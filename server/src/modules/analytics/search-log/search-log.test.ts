import type { SearchReply } from '@artikul/contract/ordering/search'
import { beforeAll, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildContractor } from '../../companies/contractors/contractors.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildOffer, buildProduct, buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { dropSearches } from './search-log.queries.ts'

const test_ = useTestApp()
let parties: Parties
let client: { authorization: string }

beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  client = await loginAs(test_, parties.admin)
})

const search = async (q: string, headers = client) =>
  (await send<SearchReply>(test_, { url: `/api/v1/search?q=${encodeURIComponent(q)}`, headers })).json
const written = async () => {
  await test_.app.searchLog.flush()
  return test_.database.db.selectFrom('search_events').selectAll().orderBy('searched_at').execute()
}
const recent = async (headers = client) =>
  send<{ results: { typed: string; is_found: boolean }[] }>(test_, { url: '/api/v1/searches/recent', headers })

test('recent searches are closed to visitors and staff', async () => {
  expect((await send(test_, { url: '/api/v1/searches/recent' })).status).toBe(401)
  expect((await recent(await loginAs(test_, parties.manager))).status).toBe(403)
})

test('search of a company is written once a day with what it found, a search of staff is not', async () => {
  const { db } = test_.database
  const product = await buildProduct(db, { article: 'LOG-100' })
  const warehouse = await buildWarehouse(db, parties.seller.id)
  await buildOffer(db, product.id, warehouse.id, { on_hand: 5 })
  const reply = await search('log 100')
  await search('LOG-100')
  await search('Нет  такого')
  await search('LOG-100', await loginAs(test_, parties.manager))
  const offer = reply.groups[0]?.offers[0]
  expect(await written()).toMatchObject([
    {
      day: '2026-11-17',
      contractor_id: parties.company.id,
      channel: 'search',
      wish: 'LOG100',
      typed: 'log 100',
      product_id: product.id,
      is_found: true,
      offers_count: 1,
      has_own_stock: true,
      best_date: offer?.expected_date,
      best_price_kop: offer?.price_kop,
    },
    { wish: 'нет такого', product_id: null, is_found: false, offers_count: 0, best_date: null, best_price_kop: null },
  ])
  test_.clock.set('2026-12-01T09:00:00Z')
  client = await loginAs(test_, parties.admin)
  await search('LOG-100')
  expect((await written()).map(({ day }) => day)).toEqual(['2026-11-17', '2026-11-17', '2026-12-01'])
})

test('company sees the searches of its own people, the newest first and each once', async () => {
  expect((await recent()).json.results).toMatchObject([
    { typed: 'LOG-100', is_found: true },
    { typed: 'Нет такого', is_found: false },
  ])
  const { db } = test_.database
  const other = await buildContractor(db, { sellerIds: [parties.seller.id] })
  const stranger = await loginAs(test_, await buildUser(db, { role: 'CONTRACTOR_ADMIN', contractorIds: [other.id] }))
  expect((await recent(stranger)).json.results).toEqual([])
})

test('rows of a list are wishes too', async () => {
  const { noteList } = test_.app.searchLog
  const row = { name: '', productId: null, hasOffers: false }
  noteList(parties.company.id, [
    { ...row, article: 'LOG-100' },
    { ...row, article: 'log100' },
    { ...row, article: '', name: 'Колодки  передние' },
    { ...row, article: '' },
  ])
  const rows = (await written()).filter(({ channel }) => channel === 'list')
  expect(rows.map(({ wish, typed }) => [wish, typed])).toEqual([
    ['LOG100', 'LOG-100'],
    ['колодки передние', 'Колодки передние'],
  ])
})

test('searches of past months are dropped whole', async () => {
  await dropSearches(test_.appDatabase.forTenant('any'), '2026-12-01')
  expect(new Set((await written()).map(({ day }) => day))).toEqual(new Set(['2026-12-01']))
})
