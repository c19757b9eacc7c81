import { expect, test } from 'vitest'
import { ACCOUNTS, expectLoaded, expectSound, PASSWORD, SCREENS, signIn, useBrowser } from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs, chooseCompany, COMPANIES, type Caller } from '../src/people.ts'
import { PHOTO } from '../src/photo.ts'

useServer()
const visit = useBrowser()

const managerOf = () => callAs(ACCOUNTS.ArtikulOrderManager)

const DAY_MS = 86_400_000
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)

test('client opens a parcel by its label, claims a missing piece and receives it with a new order', async () => {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  await chooseCompany(client, COMPANIES.volga)
  const number = await orderOwn(client, 2)
  await unblock()
  const ready = (await readyLines()).find((line) => line.order_number === number) ?? expect.fail('nothing is ready')
  const id = await ship(ready.line_id, 2)
  const name = `${ready.brand} ${ready.article}`

  // The address of the label's QR, opened signed out: the person returns to it after signing in.
  const buyer = await visit(SCREENS[2])
  const { page } = buyer
  await page.goto(`${buyer.origin}/shipments/${id}?count=1`)
  await page.waitForURL(/\/login/)
  await page.getByLabel('Электронная почта или логин').fill(ACCOUNTS.ContractorAdmin)
  await page.locator('input[type=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/shipments/${id}\\?count=1$`))
  await expectLoaded(page, /^Приёмка № /)

  const code = page.getByRole('textbox', { name: 'Артикул или штрихкод' })
  await code.fill('НЕТ-ТАКОГО')
  await page.keyboard.press('Enter')
  await page.getByText('Кода НЕТ-ТАКОГО в этой отгрузке нет').waitFor()
  await code.fill(ready.article)
  await page.keyboard.press('Enter')
  await page.getByText(`${name}: 1 из 2`).waitFor()
  await page.getByText('Не хватает').waitFor()
  await expectSound(buyer, 'a parcel that is short')
  await page.getByRole('button', { name: 'Принять с расхождениями' }).click()
  await page.getByText('Приложите фото').waitFor()
  await page.locator('input[type=file]').setInputFiles(PHOTO)
  await page.getByRole('list', { name: 'Приложенные фото' }).getByText(PHOTO.name).waitFor()
  expect(await page.getByRole('radio', { name: 'Довезти недостающее' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Принять с расхождениями' }).click()
  await page.waitForURL(/\/claims\/\d+$/)
  await expectLoaded(page, /^Обращение О-/)
  const claim = Number(/\d+$/.exec(page.url())?.[0])
  expect(await client.get(`/shipments/${id}`)).toMatchObject({ state: 'received' })

  const handler = await visit()
  await signIn(handler, 'ArtikulWarrantyManager')
  await handler.page.goto(`${handler.origin}/claims/${claim}`)
  await expectLoaded(handler.page, /^Обращение О-/)
  await handler.page.getByRole('button', { name: 'Решить' }).click()
  await handler.page.getByLabel('Исход').waitFor()
  await expectSound(handler, 'a decision about goods')
  await handler.page.getByRole('button', { name: 'Принять', exact: true }).click()
  await handler.page.getByText('Отправляется заказом').waitFor()
  const act = handler.page.waitForEvent('download')
  await handler.page.getByRole('button', { name: 'Акт о расхождениях' }).click()
  expect((await act).suggestedFilename()).toMatch(/^Акт о расхождениях О-\d+\.pdf$/)

  const { lines } = await client.get<{ lines: { supply: { order: { id: number; number: string } } }[] }>(
    `/claims/${claim}`,
  )
  const { order } = lines[0]?.supply ?? expect.fail('nothing is supplied')
  const again = (await readyLines()).find((line) => line.order_number === order.number)
  expect(again?.ready_qty).toBe(1)
  const second = await ship(again?.line_id ?? 0, 1)

  await page.goto(`${buyer.origin}/orders/${order.id}`)
  await expectLoaded(page, new RegExp(order.number))
  await page.getByText('Довоз по обращению').first().waitFor()
  await page.goto(`${buyer.origin}/shipments/${second}?count=1`)
  await expectLoaded(page, /^Приёмка № /)
  await page.getByText('Довоз по обращению').waitFor()
  await page.getByRole('button', { name: `Больше, сосчитано: ${name}` }).click()
  await page.getByText('Сходится').waitFor()
  await page.getByRole('button', { name: 'Всё верно' }).click()
  await page.waitForURL(new RegExp(`/shipments/${second}$`))
  await page.getByText('Получена').first().waitFor()
  await expectSound(buyer, 'a shipment that was received')
  await page.goto(`${buyer.origin}/claims/${claim}`)
  await page.getByText(/: получено 1/).waitFor()
  await expectSound(buyer, 'a claim that was supplied')

  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  await manager.page.goto(`${manager.origin}/shipments/${second}`)
  await manager.page.getByRole('button', { name: 'Этикетки' }).click()
  await manager.page.getByLabel(/^Сколько мест/).fill('2')
  await expectSound(manager, 'labels')
  const labels = manager.page.waitForEvent('download')
  await manager.page.getByRole('button', { name: 'Скачать PDF' }).click()
  expect((await labels).suggestedFilename()).toMatch(/^Этикетки .+\.pdf$/)
  expect([...buyer.noise, ...handler.noise, ...manager.noise]).toEqual([])
  for (const one of [buyer, handler, manager]) await one.close()
})

interface Group {
  contract_id: number
  consignee_id: number
  contractor: string
  held: string | null
}

interface Line {
  line_id: number
  order_number: string
  ready_qty: number
  brand: string
  article: string
}

async function readyGroups(): Promise<Group[]> {
  const { results } = await (await managerOf()).get<{ results: Group[] }>('/shipments/ready')
  return results.filter((one) => one.contractor.includes('Волга'))
}

/** Lets a manager release goods of a prepaid contract before the payment. */
async function unblock() {
  const manager = await managerOf()
  for (const contract of new Set((await readyGroups()).map((group) => group.contract_id)))
    await manager.post(
      `/contracts/${contract}/credit-hold-overrides`,
      { until: tomorrow(), reason: 'Оплатят при получении' },
      crypto.randomUUID(),
    )
}

async function readyLines(): Promise<Line[]> {
  const manager = await managerOf()
  const groups = (await readyGroups()).filter((one) => one.held === null)
  const names = groups.map((group) => `${group.contract_id}-${group.consignee_id}`).join(',')
  return (await manager.get<{ results: Line[] }>(`/shipments/ready/lines?groups=${names}`)).results
}

/** Places an order for pieces in the seller's own stock and returns its number. */
async function orderOwn(client: Caller, qty: number): Promise<string> {
  const { groups } = await client.get<{ groups: { offers: { id: number; own_stock: boolean }[] }[] }>(
    '/search?q=26300-35503',
  )
  const offer = groups.flatMap(({ offers }) => offers).find(({ own_stock: isOwn }) => isOwn)
  const { results } = await client.get<{ results: { id: number }[] }>('/consignees')
  await client.post('/cart/lines', { offer_id: offer?.id, qty, consignee_id: results[0]?.id })
  const { lines } = await client.get<{ lines: object[] }>('/orders/preview')
  const placed = await client.post<{ orders: { id: number; number: string }[] }>(
    '/orders',
    { lines },
    crypto.randomUUID(),
  )
  const order = placed.orders[0] ?? expect.fail('nothing was ordered')
  const { lines: own } = await client.get<{ lines: { id: number; parts: { state: string }[] }[] }>(
    `/orders/${order.id}`,
  )
  // The order is prepaid: the manager releases it before the payment arrives.
  const move = { line_id: own[0]?.id, from: own[0]?.parts[0]?.state, to: 'ready', qty }
  await (await managerOf()).post(`/orders/${order.id}/transitions`, { moves: [move] }, crypto.randomUUID())
  return order.number
}

async function ship(lineId: number, qty: number): Promise<number> {
  const manager = await managerOf()
  const made = await manager.post<{ shipments: { id: number }[] }>(
    '/shipments',
    { lines: [{ line_id: lineId, qty }] },
    crypto.randomUUID(),
  )
  return made.shipments[0]?.id ?? expect.fail('nothing was shipped')
}
