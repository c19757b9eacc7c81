import { expect, test } from 'vitest'
import { ACCOUNTS, expectLoaded, expectSoundInBothThemes, field, SCREENS, signIn, useBrowser } from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs, type Caller } from '../src/people.ts'

useServer()
const visit = useBrowser()

const PARTNER = 'Фары и щётки'
const ARTICLES = ['RECEIPT101', 'RECEIPT102', 'RECEIPT103']
const QTY = 3
const PHONE = SCREENS.find(({ width }) => width < 500) ?? SCREENS[0]

const until = (what: () => Promise<boolean>) => expect.poll(what).toBe(true)

interface ClientOrder {
  lines: { parts: { state: string; qty: number }[]; is_delivery: boolean }[]
}

interface Queue {
  source: { id: number; name: string }
  waiting_count: number
}

test('manager receives three lines, one short and one over, and the client sees the goods arrive', async () => {
  const [manager, client] = await Promise.all(
    [ACCOUNTS.ArtikulOrderManager, ACCOUNTS.ContractorAdmin].map((login) => callAs(login)),
  )
  if (!manager || !client) throw new Error('nobody has signed in')
  await bringPriceList(manager)
  const order = await orderAll(manager, client)
  const buyer = await visit()
  await signIn(buyer, 'ContractorAdmin')
  await buyer.page.goto(`${buyer.origin}/orders/${order}`)
  await expectLoaded(buyer.page, /^Заказ № /)

  const storeman = await visit(PHONE)
  const { page } = storeman
  await signIn(storeman, 'ArtikulOrderManager')
  await page.goto(`${storeman.origin}/goods-receipts`)
  await expectLoaded(page, 'Приёмка')
  await page.getByRole('button', { name: 'Новая приёмка' }).click()
  const begin = page.getByRole('dialog', { name: 'Новая приёмка' })
  await begin.getByRole('combobox', { name: /^Поставщик/ }).fill(PARTNER)
  await page.getByRole('option', { name: PARTNER }).click()
  await field(begin, 'Номер УПД').fill('УТ-5501')
  await field(begin, 'Дата УПД').fill('17.11.2026')
  await begin.getByRole('button', { name: 'Начать' }).click()
  await expectLoaded(page, /^УПД № УТ-5501/)

  await page.getByRole('button', { name: 'Загрузить УПД' }).click()
  const load = page.getByRole('dialog', { name: 'Загрузить УПД' })
  const rows = ARTICLES.map((article) => `Bosch;${article.toLowerCase()};Щётка;${QTY};150`)
  const buffer = Buffer.from(['Бренд;Артикул;Наименование;Кол-во;Цена', ...rows].join('\n'))
  await load.getByLabel('Файл поставщика').setInputFiles({ name: 'упд.csv', mimeType: 'text/csv', buffer })
  await load.getByRole('button', { name: 'Загрузить' }).click()
  await load.getByText('Загружено: 3').waitFor()
  await load.getByRole('button', { name: 'Закрыть' }).last().click()

  const code = page.getByRole('textbox', { name: 'Артикул или штрихкод' })
  for (let piece = 1; piece <= 2; piece += 1) {
    await code.fill(ARTICLES[1] ?? '')
    await code.press('Enter')
    await page.getByRole('status').getByText(`: ${piece} из 3`).waitFor()
  }
  const counter = page.getByRole('textbox', { name: /^Сосчитано: Bosch receipt103/ })
  await counter.fill('4')
  await counter.press('Enter')
  await page.getByText('Сверх документа 1').waitFor()
  await page.reload()
  await page.getByText('Не хватает 1').waitFor()
  await expectSoundInBothThemes(storeman, 'counting')
  await page.getByRole('button', { name: 'Всё по документу' }).click()
  await page.getByRole('button', { name: 'Принять', exact: true }).click()
  const post = page.getByRole('dialog', { name: /^Принять УПД/ })
  await post.getByText('Недостача: 1').waitFor()
  await expectSoundInBothThemes(storeman, 'what becomes of differences')
  await post.getByRole('button', { name: 'Принять' }).click()
  await page.getByRole('button', { name: 'Акт о расхождениях' }).waitFor()
  await expectSoundInBothThemes(storeman, 'a posted receipt')

  await buyer.page.getByText('Приход на склад').first().waitFor()
  const { lines } = await client.get<ClientOrder>(`/orders/${order}`)
  // The first order of a day is also charged for its delivery.
  const goods = lines.filter(({ is_delivery: isDelivery }) => !isDelivery)
  const parts = goods.map((line) => line.parts.map(({ state, qty }) => `${state} ${qty}`).toSorted())
  expect(parts).toEqual([['arrived 3'], ['arrived 2', 'ordered_supplier 1'], ['arrived 3']])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Акт о расхождениях' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Акт о расхождениях УТ-5501.pdf')
})

/** Creates a partner with a price list of the test's articles. */
async function bringPriceList(manager: Caller) {
  const { sellers } = await manager.get<{ sellers: { id: number }[] }>('/price-list-warehouses')
  const partner = { name: PARTNER, seller_id: sellers.at(-1)?.id ?? 0 }
  const { id } = await manager.post<{ id: number }>('/price-list-warehouses', partner)
  const rows = ARTICLES.map((article) => `BOSCH;${article};Щётка стеклоочистителя;50;150`)
  const list = Buffer.from(['Бренд;Артикул;Наименование;Остаток;Цена', ...rows].join('\n'))
  const sent = await manager.upload<{ id: number }>(`/price-imports?name=partner.csv&warehouse_id=${id}`, list)
  await manager.post(`/price-imports/${sent.id}/start`, { is_check: false })
  await until(async () => (await manager.get<{ state: string }>(`/price-imports/${sent.id}`)).state === 'applied')
}

/** Places a client's order of all articles and passes it to the partner. */
async function orderAll(manager: Caller, client: Caller): Promise<number> {
  const { lines } = await client.get<{ lines: { id: number }[] }>('/cart')
  for (const { id } of lines) await client.remove(`/cart/lines/${id}`)
  const offerOf = async (article: string) => {
    const { groups } = await client.get<{ groups: { offers: { id: number }[] }[] }>(`/search?q=${article}`)
    return groups[0]?.offers[0]?.id
  }
  for (const article of ARTICLES) {
    // A new warehouse is known to the search within a second.
    await until(async () => (await offerOf(article)) !== undefined)
    await client.post('/cart/lines', { offer_id: await offerOf(article), qty: QTY })
  }
  const { lines: chosen } = await client.get<{ lines: object[] }>('/orders/preview')
  const made = await client.post<{ orders: { id: number }[] }>('/orders', { lines: chosen }, crypto.randomUUID())
  let supplyRouteId = 0
  await until(async () => {
    const { results } = await manager.get<{ results: Queue[] }>('/supplier-orders/queues')
    supplyRouteId =
      results.find(({ source, waiting_count: count }) => source.name === PARTNER && count > 0)?.source.id ?? 0
    return supplyRouteId > 0
  })
  await manager.post('/supplier-orders', { supply_route_id: supplyRouteId }, crypto.randomUUID())
  return made.orders[0]?.id ?? 0
}
