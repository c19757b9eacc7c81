import { readFile } from 'node:fs/promises'

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
} from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs, type Caller } from '../src/people.ts'
import { readSheet, writeSheet } from '../src/workbook.ts'

useServer()
const visit = useBrowser()

const PARTNER = 'Щётки и лампы'
const [ORDERS, LINES, QTY, RUBLES] = [4, 12, 3, 150]
const ARTICLES = Array.from({ length: LINES }, (_, at) => `SUPORD${100 + at}`)
const DESK = '/settings?tab=supplier-orders'

interface ClientOrder {
  id: number
  lines: { article: string; parts: { state: string; qty: number }[]; price_kop: number; is_delivery: boolean }[]
}

const until = async (what: () => Promise<boolean>) => {
  await expect.poll(what).toBe(true)
}

test('twelve lines of four orders are sent in one file, and the reply file moves each of them', async () => {
  const [manager, client] = await Promise.all(
    [ACCOUNTS.ArtikulOrderManager, ACCOUNTS.ContractorAdmin].map((login) => callAs(login)),
  )
  if (!manager || !client) throw new Error('nobody has signed in')
  await bringPriceList(manager)
  const person = await visit()
  const { page } = person
  await signIn(person, 'ArtikulOrderManager')
  await page.goto(person.origin + DESK)
  await expectLoaded(page, 'Настройки')
  await page.getByRole('table', { name: 'Заказы поставщикам' }).waitFor()
  await expectSoundInBothThemes(person, 'before anything of the partner is sent')
  const terms = await setTerms(person)
  await expectSoundInBothThemes(person, 'terms')
  await terms.getByRole('button', { name: 'Сохранить' }).click()
  await page.getByText('Файлом, zakaz@partner.test').waitFor()
  await page.getByRole('button', { name: `Столбцы файла: ${PARTNER}` }).click()
  await page.getByRole('list', { name: 'Столбцы файла' }).waitFor()
  await expectSoundInBothThemes(person, 'columns of the file')
  await page.keyboard.press('Escape')

  const orders = await placeOrders(client)
  expect(orders).toHaveLength(ORDERS)
  await until(async () => {
    const { results } = await manager.get<{ results: { source: { name: string }; waiting_count: number }[] }>(
      '/supplier-orders/queues',
    )
    return results.some(({ source, waiting_count }) => source.name === PARTNER && waiting_count === LINES)
  })
  await page.reload()
  const send = page.getByRole('button', { name: `Отправить сейчас: ${PARTNER}` })
  await send.waitFor()
  await expectSoundInBothThemes(person, 'what waits')
  await putAside(person)

  await send.click()
  await page.getByRole('heading', { name: /^Заказ A\d\d-\d+ Отправлен$/ }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать файл' }).click(),
  ])
  const sent = readSheet(await readFile(await file.path()))
  expect(sent).toHaveLength(LINES + 1)
  expect(sent[0]?.slice(0, 3)).toEqual(['Артикул', 'Бренд', 'Наименование'])
  const answer = { name: 'ответ.xlsx', mimeType: 'application/octet-stream', buffer: answerTo(sent) }
  await page.getByRole('button', { name: 'Загрузить ответ' }).click()
  const window = page.getByRole('dialog', { name: /^Ответ на заказ/ })
  await window.getByLabel('Файл поставщика').setInputFiles(answer)
  await window.getByText('Отказ: 5').waitFor()
  await expectSoundInBothThemes(person, 'what the answer changes')
  await window.getByRole('button', { name: new RegExp(`^Принять ${LINES}`) }).click()
  await page.getByText('Ответ поставщика принят').waitFor()

  const states = await statesOf(client, orders)
  const byRow = sent.slice(1).map(([article = '']) => states.get(article) ?? '')
  expect(byRow.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => `refused_supplier ${QTY}`))
  expect(byRow[5], 'dearer than is ours to bear').toBe(`needs_confirm ${QTY}`)
  expect(new Set(byRow.slice(6)), 'the rest').toEqual(new Set([`confirmed_supplier ${QTY}`]))
  expect([...states]).toHaveLength(LINES)
  const { results: letters } = await manager.get<{ results: { subject: string }[] }>('/emails?q=zakaz@partner.test')
  expect(letters, 'one letter').toHaveLength(1)

  await page.getByRole('button', { name: 'Загрузить ответ' }).click()
  await window.getByLabel('Файл поставщика').setInputFiles(answer)
  await window.getByText('Этот файл уже принят: второй раз он ничего не изменит.').waitFor()
  await page.keyboard.press('Escape')
  await expectSoundInBothThemes(person, 'one order')
  await page
    .getByRole('checkbox', { name: /^Выбрать BOSCH SUPORD/ })
    .last()
    .check()
  await page.getByRole('button', { name: 'Ответ вручную: 1' }).click()
  await page.getByRole('dialog', { name: 'Ответ вручную' }).getByLabel('Новый номер').waitFor()
  await expectSoundInBothThemes(person, 'an answer by hand')
  await person.close()
}, 180_000)

test('list of supplier orders and one order render without faults on a phone', { tags: 'detail' }, async () => {
  const person = await visit(SCREENS[2])
  const { page } = person
  await signIn(person, 'ArtikulOrderManager')
  await page.goto(person.origin + DESK)
  await expectLoaded(page, 'Настройки')
  const order = page.getByRole('table', { name: 'Заказы поставщикам' }).getByRole('button').first()
  await order.waitFor()
  await expectSoundInBothThemes(person, 'the desk')
  await order.click()
  await page.getByRole('table', { name: 'Строки заказа поставщику' }).waitFor()
  await expectSound(person, 'an order')
  await page.goto(`${person.origin}${DESK}&requires_action=true&supplier_state=unknown`)
  await page.getByText('Таких заказов нет').waitFor()
  await expectSound(person, 'nothing of the kind')
  await person.close()
})

/** Creates a partner with a price list of so many parts. */
async function bringPriceList(manager: Caller) {
  const { sellers } = await manager.get<{ sellers: { id: number }[] }>('/price-list-warehouses')
  const { id } = await manager.post<{ id: number }>('/price-list-warehouses', {
    name: PARTNER,
    seller_id: sellers.at(-1)?.id ?? 0,
  })
  const rows = ARTICLES.map((article) => `BOSCH;${article};Щётка стеклоочистителя;50;${RUBLES}`)
  const list = Buffer.from(['Бренд;Артикул;Наименование;Остаток;Цена', ...rows].join('\n'))
  const sent = await manager.upload<{ id: number }>(`/price-imports?name=partner.csv&warehouse_id=${id}`, list)
  await manager.post(`/price-imports/${sent.id}/start`, { is_check: false })
  await until(async () => (await manager.get<{ state: string }>(`/price-imports/${sent.id}`)).state === 'applied')
}

/** Places orders as the client, with enough lines in each to make up all. */
async function placeOrders(client: Caller): Promise<number[]> {
  const { lines } = await client.get<{ lines: { id: number }[] }>('/cart')
  for (const { id } of lines) await client.remove(`/cart/lines/${id}`)
  const placed: number[] = []
  for (let at = 0; at < ORDERS; at += 1) {
    for (const article of ARTICLES.filter((_, place) => place % ORDERS === at)) {
      const { groups } = await client.get<{ groups: { offers: { id: number }[] }[] }>(`/search?q=${article}`)
      await client.post('/cart/lines', { offer_id: groups[0]?.offers[0]?.id, qty: QTY })
    }
    const { lines: chosen } = await client.get<{ lines: object[] }>('/orders/preview')
    const made = await client.post<{ orders: { id: number }[] }>('/orders', { lines: chosen }, crypto.randomUUID())
    placed.push(...made.orders.map(({ id }) => id))
  }
  return placed
}

/** Builds the file as the supplier returns it: five refusals, three prices, two new numbers, the rest as ordered. */
function answerTo(sent: string[][]): Buffer {
  const header = [
    'Артикул',
    'Бренд',
    'Наш номер строки',
    'Кол-во подтверждено',
    'Цена',
    'Новый номер',
    'Ответ поставщика',
  ]
  const rows = sent.slice(1).map(([article = '', brand = '', , , , , line = ''], at) => {
    const refused = at < 5
    const price = at === 5 ? '200' : at === 6 || at === 7 ? '154.50' : String(RUBLES)
    const number = at === 8 || at === 9 ? `${article}X` : ''
    return [article, brand, line, refused ? '0' : String(QTY), price, number, refused ? 'Нет в наличии' : '']
  })
  return writeSheet([header, ...rows])
}

async function statesOf(client: Caller, ids: readonly number[]) {
  const states = new Map<string, string>()
  for (const id of ids)
    // The first order of a day is also charged for its delivery.
    for (const { article, parts, is_delivery: isDelivery } of (await client.get<ClientOrder>(`/orders/${id}`)).lines)
      if (!isDelivery) states.set(article, parts.map(({ state, qty }) => `${state} ${qty}`).join(', '))
  return states
}

async function setTerms({ page }: Visit) {
  await page.getByRole('button', { name: `Условия отправки: ${PARTNER}` }).click()
  const terms = page.getByRole('dialog', { name: PARTNER })
  await field(terms, 'Куда слать заказы файлом').fill('zakaz@partner.test')
  await field(terms, 'Допустимый рост закупки, %').fill('5')
  return terms
}

/** Puts one line aside and back again. */
async function putAside(person: Visit) {
  const { page } = person
  await page.getByRole('button', { name: new RegExp(`^${LINES}\\sстрок: показать строки, ${PARTNER}$`) }).click()
  const window = page.getByRole('dialog', { name: 'Строки ждут отправки' })
  await window
    .getByRole('button', { name: /^Отложить: BOSCH/ })
    .first()
    .click()
  await window.getByRole('button', { name: /^Вернуть: BOSCH/ }).waitFor()
  await expectSoundInBothThemes(person, 'lines that wait')
  await window.getByRole('button', { name: /^Вернуть: BOSCH/ }).click()
  await window.getByText('Отложена').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await window.waitFor({ state: 'detached' })
}
