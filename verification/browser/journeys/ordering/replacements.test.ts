import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSound,
  expectSoundInBothThemes,
  field,
  SCREENS,
  signIn,
  useBrowser,
  type Visit,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs, COMPANIES, fillCart } from '../../../../e2e/src/people.ts'

useServer()
const visit = useBrowser()
const asClient = () => callAs(ACCOUNTS.ContractorAdmin)
const asManager = () => callAs(ACCOUNTS.ArtikulOrderManager)
const lineOf = ({ lines: [line] }: Order) => line ?? expect.fail('no line')
const look = (person: Visit, name: string) =>
  process.env['LOOK'] && person.page.screenshot({ path: `${process.env['LOOK']}/${name}.png`, fullPage: true })

test('two refused pieces are replaced in one click, and both sides see the link', { timeout: 150_000 }, async () => {
  const order = await placeOrder()
  const line = lineOf(order)
  const title = `${line.brand} ${line.article}`
  const client = await asClient()
  const buyer = await visit()
  await signIn(buyer, 'ContractorAdmin')
  await buyer.page.goto(`${buyer.origin}/orders/${order.id}`)
  await expectLoaded(buyer.page, /^Заказ № /)
  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  await manager.page.goto(`${manager.origin}/orders/${order.id}`)
  await manager.page.getByRole('button', { name: `Статус: ${title}` }).click()
  await manager.page.getByRole('menuitem', { name: 'Другой статус или часть…' }).click()
  const dialog = manager.page.getByRole('dialog')
  await dialog.getByLabel('Новый статус').selectOption('refused_supplier')
  await field(dialog, 'Количество').fill('2')
  await dialog.getByLabel(/^Причина/).fill('Снято с производства')
  await dialog.getByRole('button', { name: 'Сменить статус' }).click()
  await dialog.waitFor({ state: 'detached' })

  // The client's open page updates by itself and offers a replacement.
  const instead = buyer.page.getByRole('region', { name: `Замена: ${title}` })
  await instead.getByText(/^Отказано 2\sшт/).waitFor()
  await instead.getByRole('listitem').first().waitFor()
  await expectSoundInBothThemes(buyer, 'what can be ordered instead')
  await look(buyer, 'instead-1440-dark')
  await buyer.page.emulateMedia({ colorScheme: 'light' })
  await look(buyer, 'instead-1440-light')
  const phone = await visit(SCREENS[2])
  await signIn(phone, 'ContractorAdmin')
  await phone.page.goto(`${phone.origin}/orders/${order.id}`)
  await phone.page
    .getByRole('region', { name: `Замена: ${title}` })
    .getByRole('listitem')
    .first()
    .waitFor()
  await expectSoundInBothThemes(phone, 'what can be ordered instead on a phone')
  await look(phone, 'instead-390-dark')
  await phone.page.emulateMedia({ colorScheme: 'light' })
  await look(phone, 'instead-390-light')

  await instead
    .getByRole('button', { name: /^Заказать 2\s/ })
    .first()
    .click()
  await buyer.page.getByText('Заменено строкой').waitFor()
  await instead.waitFor({ state: 'detached' })
  const refused = lineOf(await client.get<Order>(`/orders/${order.id}`))
  expect(refused).toMatchObject({ to_replace: 0, replaced_by: [{ qty: 2 }] })
  const anew = await client.get<Order>(`/orders/${refused.replaced_by[0]?.order_id ?? 0}`)
  expect(lineOf(anew)).toMatchObject({ client_ref: 'ЗН-204', replaces: { order_number: order.number } })
  await expectSound(buyer, 'a replaced line')
  await look(buyer, 'replaced-1440-light')
  await buyer.page.getByRole('link', { name: `№ ${anew.number}` }).click()
  await expectLoaded(buyer.page, `Заказ № ${anew.number}`)
  await buyer.page.getByText(/^Вместо .*заказ № /).waitFor()
  await expectSoundInBothThemes(buyer, 'an order in place of what was refused')
  // The manager's open page also updates by itself.
  await manager.page.getByText('Заменено строкой').waitFor()
  await expectSound(manager, 'a replaced line as a manager sees it')

  for (const person of [buyer, manager, phone]) {
    expect(person.noise).toEqual([])
    await person.close()
  }
})

test('«Подобрать другое» refuses the line, and one click creates a request', { timeout: 180_000 }, async () => {
  const order = await placeOrder()
  const line = lineOf(order)
  const manager = await asManager()
  const change = {
    price_kop: line.price_kop + 5000,
    reason: 'Поставщик поднял цену',
    answer_hours: 24,
    on_timeout: 'drop',
  }
  await manager.post(`/order-lines/${line.id}/terms`, change, crypto.randomUUID())
  const buyer = await visit(SCREENS[2])
  await signIn(buyer, 'ContractorAdmin')
  const { page } = buyer
  await page.goto(`${buyer.origin}/`)
  const approvalItem = page
    .getByRole('listitem')
    .filter({ hasText: order.number })
    .filter({ hasText: 'Поставщик поднял цену' })
  await approvalItem.getByRole('button', { name: /^Подобрать другое: / }).click()
  await page.waitForURL(`${buyer.origin}/orders/${order.id}`)
  const instead = page.getByRole('region', { name: /^Замена: / })
  await instead.getByText(/^Отказано 5\sшт/).waitFor()
  await instead.getByRole('button', { name: /^Спросить менеджера/ }).click()
  await instead.getByRole('link', { name: /^запрос З-/ }).click()
  await page.getByText(/вместо отказанной строки заказа/).waitFor()
  await page.getByRole('link', { name: `№ ${order.number}` }).waitFor()
  await expectSoundInBothThemes(buyer, 'a request about a refused line')
  await buyer.close()
})

interface Order {
  id: number
  number: string
  total_kop: number
  lines: {
    id: number
    brand: string
    article: string
    price_kop: number
    client_ref: string
    to_replace: number
    replaces: { order_number: string } | null
    replaced_by: { order_id: number; qty: number }[]
    parts: { state: string; qty: number }[]
  }[]
}

/** Places an order of five pieces with a client note through the API. */
async function placeOrder(): Promise<Order> {
  const client = await asClient()
  await fillCart(client, COMPANIES.volga, ['26300-35503'])
  const { lines: cart } = await client.get<{ lines: { id: number }[] }>('/cart')
  await client.patch(`/cart/lines/${cart[0]?.id ?? 0}`, { qty: 5, client_ref: 'ЗН-204' })
  const { lines } = await client.get<{ lines: object[] }>('/orders/preview')
  const placed = await client.post<{ orders: { id: number }[] }>('/orders', { lines }, crypto.randomUUID())
  return client.get<Order>(`/orders/${placed.orders[0]?.id ?? 0}`)
}
