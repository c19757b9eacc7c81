import { createHash } from 'node:crypto'
import type { LegalDesk, LegalText, LegalVersion, LegalVersionText } from '@artikul/contract/companies/legal'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { textOfFile } from '../../../testing/files/file-text.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'

const test_ = useTestApp()
let parties: Parties
let manager: { authorization: string }
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
})
beforeEach(async () => {
  test_.clock.set('2026-11-21T09:00:00Z')
  manager = await loginAs(test_, parties.manager)
})

const DESK = '/api/v1/manager/legal'
const text = (fields: object = {}) => ({
  ...{ version: 1, body: '## 1. Предмет\n\nИначе', in_force_from: '2026-11-21', note: '' },
  ...fields,
})

test('legal texts are published, withdrawn and managed by order managers only', async () => {
  for (const [who, status] of [
    [null, 401],
    [parties.warranty, 403],
    [parties.admin, 403],
    [parties.employee, 403],
  ] as const) {
    const headers = who ? await loginAs(test_, who) : {}
    expect((await publish('offer', text(), headers)).status).toBe(status)
    expect((await withdraw('offer', 1, headers)).status).toBe(status)
    for (const url of [DESK, `${DESK}/offer/versions`, `${DESK}/offer/versions/1`])
      expect((await read(url, headers)).status, url).toBe(status)
  }
})

test.each([
  ['policy', text()],
  ['offer', text({ body: ' ' })],
  ['offer', text({ body: 'а'.repeat(60_001) })],
  ['offer', text({ body: '1. '.repeat(60) })],
  ['offer', text({ note: 'а'.repeat(501) })],
  ['offer', text({ version: 0 })],
  ['offer', text({ in_force_from: '2026-02-30' })],
  ['offer', text({ in_force_from: '2026-11-20' })],
  ['offer', text({ title: 'Своё' })],
])('invalid legal text of kind %s is rejected (case %#)', async (kind, payload) => {
  expect((await publish(kind, payload)).status).toBe(400)
})

test('unpublished version of a legal text is not found', async () => {
  for (const url of [
    '/api/v1/legal/offer/versions/9',
    `${DESK}/offer/versions/9`,
    '/api/v1/legal/offer/versions/9/pdf',
  ])
    expect((await read(url, manager)).status, url).toBe(404)
  expect((await read('/api/v1/legal/offer/versions/0')).status).toBe(400)
  expect((await withdraw('offer', 9)).status).toBe(404)
  expect((await withdraw('offer', 1)).json.code).toBe('legal.in_force')
})

test('version comes into force on its day, and the former one stays readable', async () => {
  const body = '## 1. Предмет\n\n**Всё** иначе, [здесь](https://example.test).\n\n- раз\n- два\n'.trim()
  const next = text({ body, in_force_from: '2026-12-01', note: 'Новые сроки' })
  const before = (await read<LegalText>('/api/v1/legal/offer')).json
  expect((await publish('offer', next)).json).toEqual({ version: 2 })
  expect((await publish('offer', text())).json.code, 'who saw the first').toBe('stale')
  expect((await publish('offer', text({ version: 2 }))).json.code).toBe('legal.already_scheduled')
  expect((await read<LegalText>('/api/v1/legal/offer')).json).toEqual(before)
  expect(await deskOf('offer')).toMatchObject({
    current: { version: 1, by: null, agreed: 1 },
    waiting: { version: 2, by: 'Иванова Мария', note: 'Новые сроки' },
    last_version: 2,
  })

  test_.clock.set('2026-11-30T21:00:00Z') // midnight in Moscow
  const hash = createHash('sha256').update(body).digest('hex')
  expect((await read<LegalText>('/api/v1/legal/offer')).json).toMatchObject({ version: 2, body, hash })
  expect((await read<{ results: LegalVersion[] }>('/api/v1/legal/offer/versions')).json).toMatchObject({
    results: [
      { version: 2, state: 'current', in_force_from: '2026-12-01' },
      { version: 1, state: 'former', in_force_from: '2026-11-01' },
    ],
    pagination: { total_count: 2 },
  })
  expect((await read<LegalVersionText>('/api/v1/legal/offer/versions/1')).json).toMatchObject({
    state: 'former',
    body: before.body,
    hash: before.hash,
  })
  manager = await loginAs(test_, parties.manager)
  expect((await withdraw('offer', 2)).json.code).toBe('legal.in_force')
  const same = await publish('offer', text({ version: 2, body, in_force_from: '2026-12-05' }))
  expect(same).toMatchObject({ status: 400, json: { errors: [{ path: 'body' }] } })
  const { db } = test_.database
  await expect(db.updateTable('legal_texts').set({ body: 'x' }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('legal_texts').execute()).rejects.toThrow('append-only')
})

test('withdrawn future version is visible to staff only, and its number is not reused', async () => {
  expect((await publish('personal_data', text({ in_force_from: '2026-12-01' }))).json).toEqual({ version: 2 })
  expect((await withdraw('personal_data', 2)).status).toBe(200)
  expect((await withdraw('personal_data', 2)).json.code).toBe('stale')
  expect((await read('/api/v1/legal/personal_data/versions/2')).status).toBe(404)
  expect((await read('/api/v1/legal/personal_data/versions/2/pdf')).status).toBe(404)
  expect((await read<LegalVersionText>(`${DESK}/personal_data/versions/2`, manager)).json.state).toBe('withdrawn')
  expect((await read<object>('/api/v1/legal/personal_data/versions')).json).toMatchObject({
    pagination: { total_count: 1 },
  })
  expect((await read<object>(`${DESK}/personal_data/versions`, manager)).json).toMatchObject({
    results: [{ version: 2, state: 'withdrawn' }, { version: 1 }],
  })
  expect((await publish('personal_data', text({ version: 2 }))).json).toEqual({ version: 3 })
  expect((await read<LegalText>('/api/v1/legal/personal_data')).json.version).toBe(3)
})

test('consents to the version in force are counted once per person', async () => {
  const { version, hash } = (await read<LegalText>('/api/v1/legal/personal_data')).json
  const person = { user_id: parties.admin.id, kind: 'personal_data', version, text_hash: hash, form: 'registration' }
  const { id: contractor_id } = await test_.database.db
    .selectFrom('contractors')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const consent = { ...person, contractor_id, given_at: test_.clock.now(), address: '10.0.0.1', user_agent: '' }
  await test_.database.db
    .insertInto('consents')
    .values([consent, consent, { ...consent, user_id: parties.employee.id }])
    .execute()
  expect((await deskOf('personal_data'))?.current.agreed).toBe(2)
})

test('privacy policy is preinstalled, published like other texts and takes no consents', async () => {
  const url = '/api/v1/legal/privacy_policy'
  const first = (await read<LegalText>(url)).json
  expect(first).toMatchObject({ version: 1, title: 'Политика обработки персональных данных' })
  expect(first.hash).toBe(createHash('sha256').update(first.body).digest('hex'))
  for (const name of ['access_token', 'access_token_impersonate', 'is_authenticated', 'user_group', 'is_impersonated'])
    expect(first.body).toContain(`\`${name}\``)
  expect(await deskOf('privacy_policy')).toMatchObject({ current: { version: 1, by: null, agreed: null } })
  const person = { user_id: parties.admin.id, contractor_id: parties.company.id, version: 1, text_hash: first.hash }
  const consent = { ...person, form: 'registration', given_at: test_.clock.now(), address: '10.0.0.1', user_agent: '' }
  await expect(
    test_.database.db
      .insertInto('consents')
      .values({ ...consent, kind: 'privacy_policy' })
      .execute(),
  ).rejects.toMatchObject({ code: '23514' })
  expect((await publish('privacy_policy', text({ body: 'Иначе' }))).json).toEqual({ version: 2 })
  expect((await read<LegalText>(url)).json).toMatchObject({ version: 2, body: 'Иначе' })
  const pdf = await test_.app.inject({ url: `${url}/versions/1/pdf` })
  expect(decodeURIComponent(pdf.headers['content-disposition'] as string)).toContain(
    'Политика обработки персональных данных, редакция 1.pdf',
  )
  expect(textOfFile(pdf.rawPayload)).toContain('Роскомнадзор')
})

test('PDF of a version is identical byte for byte on every download', async () => {
  const url = '/api/v1/legal/offer/versions/1/pdf'
  const [first, second] = [await test_.app.inject({ url }), await test_.app.inject({ url })]
  expect(first.headers['content-type']).toBe('application/pdf')
  expect(first.rawPayload.equals(second.rawPayload)).toBe(true)
  const drawn = textOfFile(first.rawPayload)
  // Headings use another font, which is not extracted here.
  for (const word of ['Поставщик', 'Универсальный', 'SHA-256']) expect(drawn).toContain(word)
})

test('concurrent publications succeed once', async () => {
  const { last_version: version = 0 } = (await deskOf('offer')) ?? {}
  test_.clock.set('2026-12-02T09:00:00Z')
  manager = await loginAs(test_, parties.manager)
  const replies = await Promise.all(
    ['один', 'два', 'три'].map((body) => publish('offer', text({ version, body, in_force_from: '2026-12-02' }))),
  )
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
})

const read = <T>(url: string, headers: object = {}) => send<T>(test_, { url, headers: { ...headers } })

const publish = (kind: string, payload: object, headers: object = manager) =>
  send<{ version: number; code: string; errors?: { path: string; message: string }[] }>(test_, {
    method: 'POST',
    url: `${DESK}/${kind}`,
    headers: { ...headers },
    payload,
  })

const withdraw = (kind: string, version: number, headers: object = manager) =>
  send<{ code: string }>(test_, {
    method: 'DELETE',
    url: `${DESK}/${kind}/versions/${version}`,
    headers: { ...headers },
  })

const deskOf = async (kind: string) =>
  (await read<{ results: LegalDesk[] }>(DESK, manager)).json.results.find((one) => one.kind === kind)
