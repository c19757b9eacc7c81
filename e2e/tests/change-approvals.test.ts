import { expect, test } from 'vitest'
import { ACCOUNTS, expectLoaded, expectSoundInBothThemes, field, SCREENS, signIn, useBrowser } from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs, COMPANIES, fillCart } from '../src/people.ts'

useServer()
const visit = useBrowser()

interface Order {
  id: number
  number: string
  decisions: { id: number; state: string }[]
  lines: { id: number; price_kop: number; parts: { state: string; qty: number }[] }[]
}

const asClient = () => callAs(ACCOUNTS.ContractorAdmin)

const DAY_MS = 86_400_000
/** Later than any promised date, in the form's notation. */
const LATER = new Date(Date.now() + 60 * DAY_MS).toLocaleDateString('ru-RU')

test('manager postpones a date, and the client approves it on the home page', { timeout: 120_000 }, async () => {
  const order = await placeOrder()
  const client = await visit()
  await signIn(client, 'ContractorAdmin')
  await client.page.goto(`${client.origin}/`)
  await expectLoaded(client.page)
  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  await manager.page.goto(`${manager.origin}/orders/${order.id}`)
  await manager.page.getByRole('button', { name: /^Ещё: HYUNDAI/ }).click()
  await manager.page.getByRole('menuitem', { name: 'Цена и срок…' }).click()
  const dialog = manager.page.getByRole('dialog')
  await field(dialog, 'Ожидаем').fill(LATER)
  await field(dialog, 'Причина').fill('Поставщик перенёс отгрузку')
  await dialog.getByText('Для клиента это хуже').waitFor()
  await dialog.getByRole('button', { name: 'Спросить клиента' }).click()
  await manager.page.getByRole('heading', { name: 'Требуют решения клиента' }).waitFor()
  await expectSoundInBothThemes(manager, 'an order with a question')

  const approvalItem = client.page
    .getByRole('listitem')
    .filter({ hasText: order.number })
    .filter({ hasText: 'Поставщик перенёс отгрузку' })
  await approvalItem.getByRole('cell', { name: LATER }).first().waitFor()
  await expectSoundInBothThemes(client, 'questions at home')
  await approvalItem.getByRole('button', { name: /^Согласен: / }).click()
  await approvalItem.waitFor({ state: 'detached' })
  await manager.page.getByRole('heading', { name: 'Требуют решения клиента' }).waitFor({ state: 'detached' })
  const after = await (await asClient()).get<Order>(`/orders/${order.id}`)
  expect(after.decisions).toEqual([])
  expect(after.lines[0]?.parts).toEqual(order.lines[0]?.parts)
  await manager.close()
  await client.close()
})

test(
  'client answers a change approval once by an emailed link, signed out',
  { tags: 'detail', timeout: 180_000 },
  async () => {
    const order = await placeOrder()
    const [line] = order.lines
    const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
    const change = {
      price_kop: (line?.price_kop ?? 0) + 5000,
      reason: 'Поставщик поднял цену',
      answer_hours: 24,
      on_timeout: 'drop',
    }
    await manager.post(`/order-lines/${line?.id}/terms`, change, crypto.randomUUID())
    const path = await linkOf(order)
    const person = await visit(SCREENS[2])
    const { page, origin } = person
    // Viewing it, even twice, changes nothing.
    for (const _ of ['first', 'second']) {
      await page.goto(origin + path)
      await expectLoaded(page, `Заказ № ${order.number}: нужно ваше решение`)
    }
    const state = async () => (await (await asClient()).get<Order>(`/orders/${order.id}`)).decisions[0]?.state
    expect(await state()).toBe('open')
    await expectSoundInBothThemes(person, 'a question of a letter')
    await page.getByRole('button', { name: 'Снять строку' }).click()
    await page.getByText('Строка снята с заказа.').waitFor()
    expect(await page.getByRole('button', { name: 'Согласен' }).count()).toBe(0)
    expect((await (await asClient()).get<Order>(`/orders/${order.id}`)).lines[0]?.parts).toMatchObject([
      { state: 'cancelled_client' },
    ])
    await page.reload()
    await page.getByText('Строка снята с заказа.').waitFor()
    await person.close()
  },
)

/** Places an order as the client through the API. */
async function placeOrder(): Promise<Order> {
  const client = await asClient()
  await fillCart(client, COMPANIES.volga, ['26300-35503'])
  const { lines } = await client.get<{ lines: object[] }>('/orders/preview')
  const placed = await client.post<{ orders: { id: number }[] }>('/orders', { lines }, crypto.randomUUID())
  return client.get<Order>(`/orders/${placed.orders[0]?.id ?? 0}`)
}

/** Returns the link in the client's email, as staff read it while no mail server is configured. */
async function linkOf({ number }: Order): Promise<string> {
  const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
  const letters = async () => {
    const query = new URLSearchParams({ q: number })
    const { results } = await manager.get<{ results: { id: number; to: string }[] }>(`/emails?${query}`)
    return results.find(({ to }) => to === ACCOUNTS.ContractorAdmin)?.id
  }
  await expect.poll(letters, { timeout: 90_000, interval: 1000 }).toBeDefined()
  const { text } = await manager.get<{ text: string }>(`/emails/${await letters()}`)
  return /\/decision\/[\w-]{43}/.exec(text)?.[0] ?? expect.fail(text)
}
