import { reportFigure } from '@artikul/server/figures'
import { expect, test } from 'vitest'
import { expectLoaded, signIn, useBrowser, type Visit } from '../../../e2e/src/browser.ts'
import { callAs } from '../../../e2e/src/people.ts'
import { ACCOUNTS } from '../../../e2e/src/signed-in.ts'
import { serverOrigin, useServer } from '../../../e2e/src/own-server.ts'
import { PAYLOADS } from './script-payloads.data.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()

const PAGES = [
  '/',
  '/news',
  '/about',
  '/offer',
  '/login',
  '/orders',
  '/catalog?q=26300-35503',
  '/nowhere',
  '/offline.html',
]

test.each(PAGES)('guarantee 30: %s is served with a policy that runs no foreign script', async (path) => {
  const reply = await fetch(serverOrigin() + path)
  const policy = (reply.headers.get('content-security-policy') ?? '').split(';').map((rule) => rule.trim())
  expect(policy).toEqual(expect.arrayContaining(POLICY))
  expect(policy.join(' ')).not.toMatch(/unsafe|https?:|\*/)
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-frame-options': 'DENY',
  })
})

test('guarantee 30: map frame may use eval, and API replies are not stored', async () => {
  const frame = (await fetch(`${serverOrigin()}/map-frame`)).headers.get('content-security-policy') ?? ''
  expect(frame).toContain("'unsafe-eval'")
  expect(frame).toContain("frame-ancestors 'self'")
  const reply = await fetch(`${serverOrigin()}/api/v1/news`)
  expect(reply.headers.get('cache-control')).toBe('no-store')
  expect(reply.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
})

async function look(person: Visit, path: string) {
  const { page, origin } = person
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(origin + path)
  await expectLoaded(page)
  expect(await page.evaluate(() => (window as { ran?: number }).ran ?? 0), path).toBe(0)
  expect(new URL(page.url()).origin, path).toBe(origin)
  const links = await page.locator('a[href]').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
  expect(links.filter((href) => !/^(https?|mailto|tel):/.test(href) || href.includes('evil.example'))).toEqual([])
  expect(await page.locator('main form[action], main iframe, base, [onerror], [onload], [onfocus]').count(), path).toBe(
    0,
  )
  expect(dialogs).toEqual([])
}

test(
  `guarantee 30: none of ${PAYLOADS.length} stored script payloads runs for client, staff or visitor`,
  { timeout: 120_000 },
  async () => {
    const client = await callAs('admin@client.test')
    const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
    const stored = await client.post<{ id: number }>(
      '/quote-requests',
      {
        rows: PAYLOADS.map((name) => ({
          product_id: null,
          brand: name.slice(0, 100),
          article: '',
          name,
          qty: 1,
          client_ref: name.slice(0, 100),
        })),
        vin: '',
        car: PAYLOADS[1],
        text: PAYLOADS.join('\n').slice(0, 2000),
      },
      crypto.randomUUID(),
    )
    for (const text of PAYLOADS)
      await client.post(`/quote-requests/${stored.id}/messages`, { text }, crypto.randomUUID())
    for (const name of PAYLOADS.slice(0, 5)) await client.post('/carts', { name: name.slice(0, 60) })
    const news = await manager.post<{ id: number; version: number }>('/manager/news', {
      title: PAYLOADS[0],
      lead: PAYLOADS[1],
      body: PAYLOADS.join('\n\n'),
      cover_id: null,
      is_pinned: false,
    })
    await manager.post(`/manager/news/${news.id}/publish`, { version: news.version, at: null })

    const [buyer, staff, stranger] = [await visit(), await visit(), await visit()]
    await signIn(buyer, 'ContractorAdmin')
    await signIn(staff, 'ArtikulOrderManager')
    for (const path of [`/requests/${stored.id}`, '/requests', '/cart', '/', `/news/${news.id}`])
      await look(buyer, path)
    for (const path of [`/requests/${stored.id}`, '/requests', '/settings?tab=journal', `/news/${news.id}/edit`])
      await look(staff, path)
    for (const path of ['/', '/news', `/news/${news.id}`]) await look(stranger, path)
    for (const { noise } of [buyer, staff, stranger]) expect(noise).toEqual([])
    reportFigure(30, `${PAYLOADS.length} texts on 12 pages: none ran, no reports`)
  },
)

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
]
