import { readMarkdown } from '@artikul/contract/core/markdown'
import type { News, NewsDraft, NewsItem } from '@artikul/contract/site/news'
import { beforeAll, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { jpegOf } from '../../../testing/files/photos.ts'
import { loginAs, purgeAt, send, useTestApp } from '../../../testing/test-app.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { buildNews } from './news.factory.ts'

const test_ = useTestApp()
let parties: Parties
let manager: { authorization: string }
let colleague: { authorization: string }
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  manager = await loginAs(test_, parties.manager)
  colleague = await loginAs(test_, await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER' }))
})

const DESK = '/api/v1/manager/news'
const write = (method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object, headers: object = manager) =>
  send<Written>(test_, { method, url: `${DESK}${path}`, headers: { ...headers }, ...(payload && { payload }) })
const draft = async (fields: object = {}) => (await write('POST', '', { ...TEXT, ...fields })).json.id
const read = <T>(url: string, headers: object = {}) => send<T>(test_, { url, headers: { ...headers } })
const publicOne = async (id: number) => (await read<News>(`/api/v1/news/${id}`)).status

test('news is written by order managers only', async () => {
  const id = await draft()
  const roles = { warranty: parties.warranty, admin: parties.admin, employee: parties.employee }
  for (const [name, user] of Object.entries(roles)) {
    const headers = await loginAs(test_, user)
    const refused = [
      write('POST', '', TEXT, headers),
      write('PATCH', `/${id}`, { version: 1, title: 'Чужое' }, headers),
      write('POST', `/${id}/publish`, { version: 1, at: null }, headers),
      write('DELETE', `/${id}`, undefined, headers),
      sendCover(jpegOf(), headers),
      read(DESK, headers),
      read(`${DESK}/${id}`, headers),
    ]
    expect([name, (await Promise.all(refused)).map(({ status }) => status)]).toEqual([name, Array(7).fill(403)])
  }
  expect((await write('POST', '', TEXT, {})).status).toBe(401)
})

test.each([
  ['title', { title: ' ' }, 'Заполните поле'],
  ['title', { title: 'а'.repeat(151) }, 'Не больше 150 символов'],
  ['lead', { lead: 'а'.repeat(401) }, 'Не больше 400 символов'],
  ['body', { body: 'а'.repeat(20_001) }, 'Не больше 20000 символов'],
  ['body', { body: '>'.repeat(10_000) }, 'Слишком много списков, цитат или выделений друг в друге: упростите текст'],
  ['cover_id', { cover_id: 2_147_483_000 }, 'Обложка не найдена: загрузите её снова'],
])('news with a wrong %s is rejected: %o', async (path, fields, message) => {
  expect((await write('POST', '', { ...TEXT, ...fields })).json).toMatchObject({
    code: 'input.invalid',
    errors: [{ path, message }],
  })
})

test('news draft is visible to editors only, before publication and after withdrawal', async () => {
  const id = await draft()
  const client = await loginAs(test_, parties.admin)
  expect(await publicOne(id)).toBe(404)
  expect((await read(`/api/v1/news/${id}`, client)).status).toBe(404)
  expect((await read(`/api/v1/news/${id}`, manager)).status).toBe(404)
  expect((await read<NewsDraft>(`${DESK}/${id}`, manager)).json).toMatchObject({
    state: 'draft',
    version: 1,
    changed_by: 'Иванова Мария',
    published_at: null,
  })

  expect((await write('POST', `/${id}/publish`, { version: 1, at: null })).json).toEqual({ version: 2 })
  expect((await read<News>(`/api/v1/news/${id}`)).json).toEqual({
    ...{ id, title: TEXT.title, lead: TEXT.lead, parts: readMarkdown(TEXT.body), cover: null, is_pinned: false },
    published_at: '2026-11-17T09:00:00.000Z',
    changed_at: '2026-11-17T09:00:00.000Z',
  })
  expect((await write('POST', `/${id}/publish`, { version: 2, at: null })).json.code).toBe('news.invalid_state')
  expect((await write('DELETE', `/${id}`)).json.code).toBe('news.invalid_state')

  expect((await write('POST', `/${id}/withdraw`, { version: 2 })).json).toEqual({ version: 3 })
  expect(await publicOne(id)).toBe(404)
  expect((await write('POST', `/${id}/withdraw`, { version: 3 })).json.code).toBe('news.invalid_state')
  expect((await write('DELETE', `/${id}`)).status).toBe(200)
  expect((await read(`${DESK}/${id}`, manager)).status).toBe(404)
})

test('news without a lead and a text is not published, and published news keeps both', async () => {
  const id = await draft({ lead: '', body: ' ' })
  expect((await write('POST', `/${id}/publish`, { version: 1, at: null })).json).toMatchObject({
    code: 'input.invalid',
    errors: [{ path: 'lead' }, { path: 'body' }],
  })
  await write('PATCH', `/${id}`, { version: 1, lead: 'Есть', body: 'Есть' })
  await write('POST', `/${id}/publish`, { version: 2, at: null })
  expect((await write('PATCH', `/${id}`, { version: 3, body: '' })).json.errors).toMatchObject([{ path: 'body' }])
  expect((await write('PATCH', `/${id}`, { version: 3, body: '- '.repeat(60) })).json.code).toBe('input.invalid')
  expect(await publicOne(id)).toBe(200)
})

test('scheduled news appears on its page, in lists and in feeds at the set time', async () => {
  const id = await draft({ title: 'По расписанию' })
  const at = '2026-11-17T09:05:00.000Z'
  const publish = (moment: string) => write('POST', `/${id}/publish`, { version: 1, at: moment })
  expect((await publish('2026-11-17T09:00:00.000Z')).json.errors).toMatchObject([{ path: 'at' }])
  expect((await publish('2028-01-01T09:00:00.000Z')).json.errors).toMatchObject([{ path: 'at' }])
  expect((await publish('завтра')).status).toBe(400)
  expect((await publish(at)).json).toEqual({ version: 2 })

  const listed = async () => {
    const { json } = await read<{ results: NewsItem[] }>('/api/v1/news')
    return json.results.some((one) => one.id === id)
  }
  const inFeed = async () => (await read('/news/rss.xml')).text.includes('По расписанию')
  const findDraft = async () =>
    (await read<{ results: NewsDraft[] }>(DESK, manager)).json.results.find((one) => one.id === id)
  expect(await findDraft()).toMatchObject({ state: 'scheduled', published_at: at })
  expect([await publicOne(id), await listed(), await inFeed()]).toEqual([404, false, false])
  test_.clock.set(at)
  expect([await publicOne(id), await listed(), await inFeed()]).toEqual([200, true, true])
  expect(await findDraft()).toBeUndefined()
  test_.clock.set('2026-11-17T09:00:00Z')
  expect((await write('POST', `/${id}/withdraw`, { version: 2 })).status).toBe(200)
})

test('concurrent edit of one news item is saved once and refused once as stale', async () => {
  const id = await draft()
  const change = (title: string, headers: object) => write('PATCH', `/${id}`, { version: 1, title }, headers)
  const replies = await Promise.all([change('Мой заголовок', manager), change('Другой заголовок', colleague)])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(replies.find(({ status }) => status === 409)?.json.code).toBe('stale')
  expect((await write('POST', `/${id}/publish`, { version: 1, at: null })).json.code).toBe('stale')
  expect((await write('PATCH', `/${id}`, { version: 2 })).json, 'nothing differs').toEqual({ version: 2 })
})

test('news list has pinned items first, then the newest, in pages', async () => {
  const { db } = test_.database
  const day = (n: number) => new Date(`2026-10-0${n}T09:00:00Z`)
  const old = await buildNews(db, { publishedAt: day(1), isPinned: true })
  const newer = await buildNews(db, { publishedAt: day(3) })
  const older = await buildNews(db, { publishedAt: day(2) })
  await buildNews(db, { publishedAt: null, title: 'ЧЕРНОВИК' })
  const { json } = await read<{ results: NewsItem[]; pagination: { total_count: number } }>('/api/v1/news?page_size=50')
  const ids = json.results.map(({ id }) => id)
  expect(ids[0]).toBe(old.id)
  expect(ids.indexOf(newer.id)).toBeLessThan(ids.indexOf(older.id))
  expect(json.pagination.total_count).toBe(ids.length)
  expect(json.results.every((one) => !('body' in one) && one.title !== 'ЧЕРНОВИК')).toBe(true)
  expect((await read<{ results: NewsItem[] }>('/api/v1/news?page=2')).json.results).toEqual([])
  expect((await read('/api/v1/news?page_size=7')).status).toBe(400)
})

test('news cover is checked by content, loses its EXIF data and is published with its news', async () => {
  expect((await sendCover(Buffer.from('<svg onload=alert(1)>'))).json.code).toBe('file.refused')
  expect((await sendCover(Buffer.from('%PDF-1.7'))).json.code).toBe('file.refused')
  expect((await sendCover(jpegOf({ width: 30_000, height: 30_000 }))).json.code).toBe('file.refused')
  expect((await sendCover(Buffer.alloc(5 * 1024 * 1024 + 1))).json.code).toBe('input.too_large')

  const { json: cover } = await sendCover(jpegOf({ width: 40, height: 20, exif: 'Samara 53.1959' }))
  expect(cover).toMatchObject({ width: 40, height: 20 })
  const open = `/api/v1/news-covers/${cover.id}`
  const own = `/api/v1/manager/news-covers/${cover.id}`
  expect([(await read(open)).status, (await read(own, manager)).status]).toEqual([404, 200])
  expect((await read(own)).status).toBe(401)
  const id = await draft({ cover_id: cover.id })
  expect((await write('POST', '', { ...TEXT, cover_id: cover.id })).json.errors).toMatchObject([{ path: 'cover_id' }])
  expect((await read(open)).status).toBe(404)
  await write('POST', `/${id}/publish`, { version: 1, at: null })
  const shown = await read(open)
  expect(shown).toMatchObject({
    status: 200,
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'public, max-age=3600' },
  })
  expect(shown.text).not.toContain('Samara')

  const { json: next } = await sendCover(jpegOf())
  await write('PATCH', `/${id}`, { version: 2, cover_id: next.id })
  expect((await read(own, manager)).status, 'the picture before is gone').toBe(404)
})

test('unused news cover is deleted after a day', async () => {
  const { json: lost } = await sendCover(jpegOf())
  const { json: used } = await sendCover(jpegOf())
  await draft({ cover_id: used.id })
  const status = async (id: number) => (await read(`/api/v1/manager/news-covers/${id}`, manager)).status
  await purgeAt(test_, 'news_covers', new Date('2026-11-18T08:59:00Z'))
  expect(await status(lost.id)).toBe(200)
  await purgeAt(test_, 'news_covers', new Date('2026-11-18T09:01:00Z'))
  expect([await status(lost.id), await status(used.id)]).toEqual([404, 200])
})

test('C-65 news markup is stored as typed and escaped in the feed', async () => {
  const body = '<script>alert(1)</script>\n\n[ссылка](javascript:alert(1))'
  const id = await draft({ title: '<img src=x onerror=alert(1)>', lead: '</title>&"', body })
  await write('POST', `/${id}/publish`, { version: 1, at: null })
  const one = await read<News>(`/api/v1/news/${id}`)
  expect(one.json).toMatchObject({ title: '<img src=x onerror=alert(1)>', parts: readMarkdown(body) })
  expect(one.json.parts).toContain('<script>alert(1)</script>')
  expect((await read<NewsDraft>(`/api/v1/manager/news/${id}`, manager)).json.body).toBe(body)
  expect(one.headers['content-type']).toContain('application/json')
  const feed = await read('/news/rss.xml')
  expect(feed.text).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(feed.text).not.toContain('<img')
})

const TEXT = {
  title: 'Новый склад',
  lead: 'В Казани',
  body: '## Адрес\n\nул. **Ленина**',
  cover_id: null,
  is_pinned: false,
}

interface Written {
  id: number
  version: number
  code: string
  errors: { path: string; message: string }[]
}

const sendCover = (payload: Buffer, headers: object = manager) =>
  send<Written & { width: number; height: number }>(test_, {
    method: 'POST',
    url: '/api/v1/manager/news-covers',
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    payload,
  })
