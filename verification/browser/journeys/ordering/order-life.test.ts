import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSound,
  field,
  SCREENS,
  signIn,
  useBrowser,
  type Visit,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs, COMPANIES, fillCart, type Caller } from '../../../../e2e/src/people.ts'
import { PHOTO } from '../../../../e2e/src/photo.ts'

useServer()
const visit = useBrowser()
interface Found {
  groups: { product: { brand: string; article: string }; offers: { id: number; warehouse: string }[] }[]
}

/** Warehouse of a seller that the company pays thirty days later, so nothing waits for payment. */
const PARTNER = 'Склад 218'
const titleOf = ({ brand, article }: Line) => `${brand} ${article}`
const lineOf = ({ lines }: Order, article: string) =>
  lines.find((line) => line.article === article) ?? expect.fail(`no line ${article}`)
const roubles = (kop: number) =>
  new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 2 }).format(kop / 100).replace(/\s/g, ' ')
const plain = (text: string) => text.replace(/\s/g, ' ')

test(
  'order is partly refused, replaced, partly shipped, claimed and corrected to the kopeck',
  { timeout: 240_000 },
  async () => {
    const client = await callAs(ACCOUNTS.ContractorAdmin)
    await fill(client)
    const { contractors } = await client.get<{ contractors: { id: number; name: string; inn: string }[] }>('/user')
    const company = contractors.find(({ inn }) => inn === COMPANIES.volga) ?? expect.fail('no company')
    const standings = async () => {
      const { results } = await client.get<{ results: Standing[] }>(`/contractors/${company.id}/standings`)
      const sum = (of: 'debt_kop' | 'disputed_kop') => results.reduce((all, one) => all + one[of], 0)
      return { debt: sum('debt_kop'), disputed: sum('disputed_kop') }
    }
    const before = await standings()

    const buyer = await visit(SCREENS[3])
    await signIn(buyer, 'ContractorAdmin')
    const { page } = buyer
    const id = await orderCart(buyer)
    const order = await client.get<Order>(`/orders/${id}`)
    expect(order.lines.map(({ article, qty }) => ({ article, qty })).toSorted((a, b) => b.qty - a.qty)).toEqual(WANTED)
    const [dear, refusedLine, whole] = [
      lineOf(order, 'OC 500'),
      lineOf(order, '0 986 452 036'),
      lineOf(order, '26300-35503'),
    ]
    await page.goto(`${buyer.origin}/orders/${id}`)
    await expectLoaded(page, `Заказ № ${order.number}`)
    await expectSound(buyer, 'an order as it is placed')

    // One of four is refused, and all three of another line.
    const manager = await visit()
    await signIn(manager, 'ArtikulOrderManager')
    await manager.page.goto(`${manager.origin}/orders/${id}`)
    await lead(manager, dear, 'refused_supplier', 1, 'Недостача у поставщика')
    await lead(manager, refusedLine, 'refused_supplier', 3, 'Снято с производства')

    // The client's open page updates, and one click orders the replacement.
    const instead = page.getByRole('region', { name: `Замена: ${titleOf(refusedLine)}` })
    await instead.getByText(/^Отказано 3\sшт/).waitFor()
    await page.getByRole('region', { name: `Замена: ${titleOf(dear)}` }).waitFor()
    await expectSound(buyer, 'what was refused')
    const more = instead.getByRole('button', { name: /^Показать ещё/ })
    await instead.getByRole('listitem').first().waitFor()
    if (await more.count()) await more.click()
    await instead.getByRole('button', { name: /^Заказать 3\s.*PF4147, Склад 218$/ }).click()
    await page.getByText('Заменено строкой').waitFor()
    await instead.waitFor({ state: 'detached' })
    const refused = await client.get<Order>(`/orders/${id}`)
    expect(lineOf(refused, refusedLine.article)).toMatchObject({ to_replace: 0, replaced_by: [{ qty: 3 }] })
    expect(lineOf(refused, dear.article)).toMatchObject({ to_replace: 1, replaced_by: [] })
    expect(refused.total_kop).toBe(3 * dear.price_kop + 2 * whole.price_kop)
    const anew = await client.get<Order>(
      `/orders/${lineOf(refused, refusedLine.article).replaced_by[0]?.order_id ?? 0}`,
    )
    const stand = lineOf(anew, 'PF4147')
    expect(anew.total_kop).toBe(3 * stand.price_kop)

    // Goods arrive: two of three of one line, none of another, and the whole replacement.
    await lead(manager, dear, 'ready', 2)
    await manager.page.goto(`${manager.origin}/orders/${anew.id}`)
    await lead(manager, stand, 'ready', 3)
    const wanted = new Map([
      [titleOf(dear), 2],
      [titleOf(stand), 1],
    ])
    const address = await ship(manager, order, company.name, wanted)
    const shipped = 2 * dear.price_kop + stand.price_kop
    expect(await standings()).toEqual({ debt: before.debt + shipped, disputed: before.disputed })
    await page.getByText('Частично отгружен').first().waitFor()

    await page.goto(buyer.origin + address)
    await expectLoaded(page, /^Отгрузка № \S/)
    const title = await page.getByRole('heading', { level: 1 }).innerText()
    const number = /№ (\S+)/.exec(title)?.[1] ?? ''
    await expectSound(buyer, 'a shipment of two orders')
    await page.getByRole('link', { name: 'Создать обращение' }).click()
    await expectLoaded(page, 'Новое обращение')
    await page.getByRole('radio', { name: 'Недостача' }).check()
    await page.getByRole('checkbox', { name: titleOf(dear) }).check()
    await page.getByLabel(`Количество: ${titleOf(dear)}`, { exact: true }).fill('1')
    await page.locator('input[type=file]').setInputFiles(PHOTO)
    await page.getByRole('list', { name: 'Приложенные файлы' }).getByText(PHOTO.name).waitFor()
    await expectSound(buyer, 'a claim of one line')
    await page.getByRole('button', { name: 'Подать обращение' }).click()
    await page.waitForURL(/\/claims\/\d+$/)
    await expectLoaded(page, /^Обращение О-/)
    const claim = new URL(page.url()).pathname
    const claimNumber = /О-\d+/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[0] ?? ''
    expect(await standings()).toEqual({ debt: before.debt + shipped, disputed: before.disputed + dear.price_kop })

    const handler = await visit()
    await signIn(handler, 'ArtikulWarrantyManager')
    await handler.page.goto(`${handler.origin}/claims`)
    await handler.page.getByRole('link', { name: claimNumber }).click()
    await handler.page.getByRole('button', { name: 'Решить' }).click()
    await handler.page.getByLabel('Пояснение клиенту').fill('Недостачу подтвердили')
    await handler.page.getByRole('button', { name: 'Принять', exact: true }).click()
    await handler.page.getByText('Решено', { exact: true }).first().waitFor()

    // The open page of the claim updates.
    await page.getByText('Недостачу подтвердили').waitFor()
    const { correction } = await client.get<{ correction: { number: string; sum_kop: number } }>(claim)
    await page.getByText(`№ ${correction.number}`).waitFor()
    expect(correction.sum_kop).toBe(dear.price_kop)
    await expectSound(buyer, 'a claim that is settled')
    await page.goto(`${buyer.origin}/finances`)
    await expectLoaded(page, 'Взаиморасчёты')
    expect(await movementOf(page, `Отгрузка № ${number}`)).toContain(roubles(shipped))
    expect(await movementOf(page, `Корректировка № ${correction.number}`)).toContain(roubles(dear.price_kop))
    await expectSound(buyer, 'settlements after a correction')
    expect(await standings()).toEqual({ debt: before.debt + shipped - dear.price_kop, disputed: before.disputed })

    // Goods not shipped yet are still owed to the client.
    const after = await client.get<Order>(`/orders/${id}`)
    const standing = Object.fromEntries(after.lines.map((line) => [line.article, line.parts]))
    expect(standing[whole.article]).toMatchObject([{ state: 'in_work', qty: 2 }])
    expect(standing[dear.article]?.reduce((sum, { qty }) => sum + qty, 0)).toBe(4)
    expect([...buyer.noise, ...manager.noise, ...handler.noise]).toEqual([])
    for (const person of [buyer, manager, handler]) await person.close()
  },
)

interface Line {
  id: number
  brand: string
  article: string
  qty: number
  price_kop: number
  to_replace: number
  replaced_by: { order_id: number; qty: number }[]
  parts: { state: string; qty: number }[]
}

interface Order {
  id: number
  number: string
  consignee: string
  total_kop: number
  lines: Line[]
}

interface Standing {
  contract_id: number
  debt_kop: number
  disputed_kop: number
}

const WANTED = [
  { article: 'OC 500', qty: 4 },
  { article: '0 986 452 036', qty: 3 },
  { article: '26300-35503', qty: 2 },
]

/** Fills the company's own cart with the given quantity of each article from the partner. */
async function fill(client: Caller) {
  await fillCart(client, COMPANIES.volga, [])
  const { groups } = await client.get<Found>('/search?q=26300-35503')
  for (const { article, qty } of WANTED) {
    const group = groups.find(({ product }) => product.article === article)
    const offer = group?.offers.find(({ warehouse }) => warehouse === PARTNER)
    await client.post('/cart/lines', { offer_id: offer?.id ?? expect.fail(`no offer of ${article}`), qty })
  }
}

/** Moves a quantity of a line to another state as a manager, on the page of its order. */
async function lead({ page }: Visit, line: Line, to: string, qty: number, reason?: string) {
  await page
    .getByRole('button', { name: `Статус: ${titleOf(line)}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Другой статус или часть…' }).click()
  const dialog = page.getByRole('dialog')
  const part = dialog.getByLabel('Какая часть')
  if (await part.count()) await part.selectOption('in_work')
  await dialog.getByLabel('Новый статус').selectOption(to)
  await field(dialog, 'Количество').fill(`${qty}`)
  if (reason !== undefined) await dialog.getByLabel(/^Причина/).fill(reason)
  await dialog.getByRole('button', { name: 'Сменить статус' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Reviews the cart as a client and places the order. */
async function orderCart({ page, origin }: Visit): Promise<string> {
  await page.goto(`${origin}/cart`)
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Оформить', exact: true }).click()
  const link = page.getByRole('link', { name: /№ 26-\d+/ }).first()
  await link.waitFor()
  const href = await link.getAttribute('href')
  return /\/orders\/(\d+)/.exec(href ?? '')?.[1] ?? expect.fail(`no order at ${href}`)
}

/** Ships only the named part of the goods ready for the consignee. */
async function ship({ page, origin }: Visit, order: Order, company: string, wanted: ReadonlyMap<string, number>) {
  await page.goto(`${origin}/shipments/ready`)
  await page
    .getByRole('row')
    .filter({ hasText: 'РЕГИОН' })
    .getByRole('button', { name: `Отгрузить: ${company}, ${order.consignee}` })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Будет 1 отгрузка' }).waitFor()
  for (const line of await dialog
    .getByRole('listitem')
    .filter({ has: page.getByRole('textbox') })
    .all()) {
    const words = plain(await line.innerText())
    const own = [...wanted].find(([name]) => words.includes(name))
    await line.getByRole('textbox').fill(`${own?.[1] ?? 0}`)
  }
  await dialog.getByRole('button', { name: /^Отгрузить на / }).click()
  await page.waitForURL(/\/shipments\/\d+$/)
  await expectLoaded(page, /^Отгрузка № /)
  return new URL(page.url()).pathname
}

/** Reads a document's movement on the contractor's page of settlements. */
async function movementOf(page: Page, document: string) {
  const row = page.getByRole('table', { name: 'Движения' }).getByRole('row').filter({ hasText: document })
  await row.waitFor()
  return plain(await row.innerText())
}
