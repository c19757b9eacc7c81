import type { PageText } from '@artikul/contract/site/page-texts'
import { beforeAll, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { insertPageText } from './page-texts.queries.ts'

const test_ = useTestApp()
let parties: Parties
let manager: { authorization: string }
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  manager = await loginAs(test_, parties.manager)
})

const DESK = '/api/v1/manager/page-texts'
const read = <T>(url: string, headers: object = {}) => send<T>(test_, { url, headers: { ...headers } })

test('contacts and sellers are public', async () => {
  const { status, json } = await read<{ offices: object[]; sellers: { inn: string }[] }>('/api/v1/contacts')
  const { inn } = await test_.database.db
    .selectFrom('sellers')
    .select('inn')
    .where('id', '=', parties.seller.id)
    .executeTakeFirstOrThrow()
  expect(status).toBe(200)
  expect(json.sellers.map((seller) => seller.inn)).toContain(inn)
  expect(json.offices).toBeInstanceOf(Array)
})

test('page text is written and its versions are read by order managers only', async () => {
  const text = { version: 0, body: 'Чужое' }
  expect((await replace('about', text, {})).status).toBe(401)
  for (const user of [parties.warranty, parties.admin, parties.employee]) {
    const headers = await loginAs(test_, user)
    expect((await replace('about', text, headers)).status).toBe(403)
    expect((await read(`${DESK}/about/versions`, headers)).status).toBe(403)
    expect((await read(`${DESK}/about/versions/1`, headers)).status).toBe(403)
  }
})

test.each([
  ['contacts', { version: 0, body: 'Текст' }],
  ['about', { version: 0, body: ' ' }],
  ['about', { version: -1, body: 'Текст' }],
  ['about', { version: 0, body: 'а'.repeat(30_001) }],
  ['about', { version: 0, body: '>'.repeat(60) }],
])('invalid text of page %s is rejected (case %#)', async (page, payload) => {
  expect((await replace(page, payload)).status).toBe(400)
})

test('page starts empty, and every saved text becomes a version that is kept', async () => {
  expect((await read<PageText>('/api/v1/page-texts/about')).json).toEqual({
    page: 'about',
    version: 0,
    body: '',
    parts: [],
    changed_at: null,
  })
  expect((await replace('about', { version: 0, body: '# Мы' })).json).toEqual({ version: 1 })
  expect((await replace('about', { version: 0, body: '# Не мы' })).json.code).toBe('stale')
  expect((await replace('about', { version: 1, body: '# Мы' })).json, 'nothing differs').toEqual({ version: 1 })
  test_.clock.set('2026-11-17T09:05:00Z')
  expect((await replace('about', { version: 1, body: '# Мы и они' })).json).toEqual({ version: 2 })
  expect((await read<PageText>('/api/v1/page-texts/about')).json).toMatchObject({
    version: 2,
    body: '# Мы и они',
    parts: [{ element: 'h2' }, 'Мы и они', null],
    changed_at: '2026-11-17T09:05:00.000Z',
  })
  expect((await read<PageText>('/api/v1/page-texts/rospart')).json.version).toBe(0)
  expect((await read<object>(`${DESK}/about/versions`, manager)).json).toMatchObject({
    results: [
      { version: 2, by: 'Иванова Мария', at: '2026-11-17T09:05:00.000Z' },
      { version: 1, by: 'Иванова Мария' },
    ],
    pagination: { total_count: 2 },
  })
  expect((await read<object>(`${DESK}/about/versions/1`, manager)).json).toMatchObject({ body: '# Мы' })
  expect((await read(`${DESK}/about/versions/9`, manager)).status).toBe(404)
  const { db } = test_.database
  await expect(db.deleteFrom('page_texts').execute()).rejects.toThrow()
})

test('concurrent edits of a page succeed once', async () => {
  const bodies = ['один', 'два', 'три', 'четыре']
  const replies = await Promise.all(bodies.map((body) => replace('rospart', { version: 0, body })))
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  expect((await read<PageText>('/api/v1/page-texts/rospart')).json.version).toBe(1)
})

test('stored text nested too deep to parse is shown as written and can be replaced', async () => {
  const body = '>'.repeat(10_000)
  const { version } = (await read<PageText>('/api/v1/page-texts/rospart')).json
  const kept = { page: 'rospart' as const, version: version + 1, body, created_at: test_.clock.now() }
  await insertPageText(test_.database.db, { actorId: parties.manager.id, subjectId: parties.manager.id }, kept)
  const shown = await read<PageText>('/api/v1/page-texts/rospart')
  expect(shown.json.parts).toEqual([{ element: 'pre' }, body, null])
  expect((await replace('rospart', { version: version + 1, body: 'Иначе' })).json).toEqual({ version: version + 2 })
})

const replace = (page: string, payload: object, headers: object = manager) =>
  send<{ version: number; code: string }>(test_, {
    method: 'PATCH',
    url: `${DESK}/${page}`,
    headers: { ...headers },
    payload,
  })
