import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  SCREENS,
  signIn,
  useBrowser,
  WIDTHS,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs, COMPANIES, fillCart } from '../../../../e2e/src/people.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()

interface Order {
  id: number
  number: string
  lines: { id: number; parts: { state: string; qty: number }[] }[]
}

/** Places an order as the client, then refuses the only line as the manager, both through the API. */
async function placeOrder(): Promise<Order> {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  await fillCart(client, COMPANIES.volga, ['26300-35503'])
  const { lines } = await client.get<{ lines: object[] }>('/orders/preview')
  const placed = await client.post<{ orders: { id: number }[] }>('/orders', { lines }, crypto.randomUUID())
  return client.get<Order>(`/orders/${placed.orders[0]?.id ?? 0}`)
}

test.each(WIDTHS)(
  'bell and order page update without a reload when a manager refuses a line: $width',
  async ({ screen }) => {
    const order = await placeOrder()
    const person = await visit(screen)
    const { page, origin } = person
    await signIn(person, 'ContractorAdmin')
    const opened = page.waitForResponse((reply) => reply.url().endsWith('/api/v1/events'))
    await page.goto(`${origin}/orders/${order.id}`)
    await expectLoaded(page)
    await opened
    await page.evaluate(() => Object.assign(globalThis, { stayed: true }))
    await refuse(order)
    await page.getByText('Отказ поставщика').first().waitFor()
    const bell = page.getByRole('button', { name: /^Уведомления: \d+\s/ })
    await bell.waitFor()
    await bell.click()
    const panel = page.getByRole('dialog', { name: 'Уведомления' })
    await panel.getByText(`Заказ № ${order.number}: поставщик отказал в 1 строке`).waitFor()
    await expectSoundInBothThemes(person, 'bell')
    await panel.getByRole('button', { name: 'Отметить всё прочитанным' }).click()
    await page.getByRole('button', { name: 'Уведомления', exact: true }).waitFor()
    await panel.getByRole('link').first().click()
    await page.waitForURL(/\/orders\/\d+$/)
    expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true)
    await person.close()
  },
)

test('one of two tabs holds the event stream, and the other takes over when it closes', async () => {
  const person = await visit(SCREENS[0])
  const { page, origin, newTab } = person
  await signIn(person, 'ArtikulOrderManager')
  let streams = 0
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/v1/events')) streams += 1
  })
  const opened = page.waitForResponse((reply) => reply.url().endsWith('/api/v1/events'))
  await page.goto(`${origin}/orders`)
  await opened
  const other = await newTab()
  await other.goto(`${origin}/orders`)
  await expectLoaded(other, 'Заказы')
  const first = await placeOrder()
  await other.getByText(first.number).first().waitFor()
  expect(streams).toBe(1)
  const reopened = other.waitForResponse((reply) => reply.url().endsWith('/api/v1/events'))
  await page.close()
  await reopened
  const second = await placeOrder()
  await other.getByText(second.number).first().waitFor()
  expect(streams).toBe(2)
  await person.close()
})

async function refuse({ id, lines }: Order) {
  const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
  const [line] = lines
  const moves = (line?.parts ?? []).map(({ state, qty }) => ({
    line_id: line?.id,
    from: state,
    to: 'refused_supplier',
    qty,
  }))
  await manager.post(`/orders/${id}/transitions`, { moves }, crypto.randomUUID())
}
