import { expect, test } from 'vitest'
import { ACCOUNTS, expectLoaded, expectSound, SCREENS, signIn, useBrowser } from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs, chooseCompany, COMPANIES } from '../src/people.ts'
import { PHOTO } from '../src/photo.ts'

useServer()
const visit = useBrowser()

interface Goods {
  number: string
  lines: { brand: string; article: string; price_kop: number }[]
}

interface Standing {
  contract_id: number
  debt_kop: number
  disputed_kop: number
}

test('client claims a shortage with a photo, answers a question, and the debt falls by the exact sum', async () => {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  const { id: company } = await chooseCompany(client, COMPANIES.volga)
  const id = await shipOne()
  const goods = await client.get<Goods>(`/claims/shipments/${id}`)
  const line = goods.lines[0] ?? expect.fail('nothing was shipped')
  const standings = async () => {
    const { results } = await client.get<{ results: Standing[] }>(`/contractors/${company}/standings`)
    const sum = (of: 'debt_kop' | 'disputed_kop') => results.reduce((all, one) => all + one[of], 0)
    return { debt: sum('debt_kop'), disputed: sum('disputed_kop') }
  }
  const before = await standings()

  const buyer = await visit(SCREENS[2])
  await signIn(buyer, 'ContractorAdmin')
  const { page } = buyer
  await page.goto(`${buyer.origin}/shipments/${id}`)
  await page.getByRole('link', { name: 'Создать обращение' }).click()
  await expectLoaded(page, 'Новое обращение')
  await page.getByText(`По отгрузке № ${goods.number}`).waitFor()
  await page.getByRole('radio', { name: 'Недостача' }).check()
  const goodsBox = page.getByRole('checkbox', { name: `${line.brand} ${line.article}` }).first()
  if (!(await goodsBox.isChecked())) await goodsBox.check()
  await page.getByRole('button', { name: 'Подать обращение' }).click()
  await page.getByText('Приложите хотя бы 1 файл').waitFor()
  await expectSound(buyer, 'a claim that is refused')
  await page.locator('input[type=file]').setInputFiles(PHOTO)
  await page.getByRole('list', { name: 'Приложенные файлы' }).getByText('Упаковка.png').waitFor()
  await page.getByRole('button', { name: 'Подать обращение' }).click()
  await page.waitForURL(/\/claims\/\d+$/)
  await expectLoaded(page, /^Обращение О-/)
  await page.getByRole('button', { name: /^Открыть Упаковка/ }).waitFor()
  const address = new URL(page.url()).pathname
  expect(await standings()).toEqual({ debt: before.debt, disputed: before.disputed + line.price_kop })

  const handler = await visit()
  await signIn(handler, 'ArtikulWarrantyManager')
  await handler.page.goto(`${handler.origin}/claims`)
  const number = await page.getByRole('heading', { level: 1 }).innerText()
  await handler.page.getByRole('link', { name: /О-\d+/.exec(number)?.[0] ?? '' }).click()
  await expectLoaded(handler.page, /^Обращение О-/)
  await handler.page.getByRole('button', { name: 'Задать вопрос' }).click()
  await handler.page.getByRole('textbox', { name: 'Вопрос' }).fill('Сколько мест было в накладной?')
  await handler.page.getByRole('button', { name: 'Спросить' }).click()
  await handler.page.getByText('Ждём ответа клиента').first().waitFor()

  await page.reload()
  await page.getByText('Сколько мест было в накладной?').waitFor()
  await page.getByLabel('Ваш ответ').fill('Одно место, пломба цела')
  await page.getByRole('button', { name: 'Отправить' }).click()
  await page.getByText('На рассмотрении').first().waitFor()

  await handler.page.reload()
  await handler.page.getByText('Одно место, пломба цела').waitFor()
  await handler.page.getByRole('button', { name: 'Решить' }).click()
  await handler.page.getByLabel('Пояснение клиенту').fill('Недостачу подтвердили')
  await expectSound(handler, 'a decision')
  await handler.page.getByRole('button', { name: 'Принять', exact: true }).click()
  await handler.page.getByText('Решено', { exact: true }).first().waitFor()

  await page.reload()
  await page.getByText('Недостачу подтвердили').waitFor()
  const { correction } = await client.get<{ correction: { number: string; sum_kop: number } }>(address)
  await page.getByText(`№ ${correction.number}`).waitFor()
  expect(correction.sum_kop).toBe(line.price_kop)
  expect(await standings()).toEqual({ debt: before.debt - line.price_kop, disputed: before.disputed })
  await expectSound(buyer, 'a claim that is settled')
  await page.goto(`${buyer.origin}/claims`)
  await expectLoaded(page, 'Возвраты и рекламации')
  await expectSound(buyer, 'claims')
  expect([...buyer.noise, ...handler.noise]).toEqual([])
  await buyer.close()
  await handler.close()
})

interface Ready {
  contract_id: number
  consignee_id: number
  contractor: string
  held: string | null
}

/** Ships one ready piece of the company's goods. */
async function shipOne(): Promise<number> {
  const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
  const { results } = await manager.get<{ results: Ready[] }>('/shipments/ready')
  const group = results.find((one) => one.held === null && one.contractor.includes('Волга'))
  const groups = `${group?.contract_id}-${group?.consignee_id}`
  const ready = await manager.get<{ results: { line_id: number; ready_qty: number }[] }>(
    `/shipments/ready/lines?groups=${groups}`,
  )
  const line_id = ready.results.find(({ ready_qty: qty }) => qty >= 1)?.line_id
  const made = await manager.post<{ shipments: { id: number }[] }>(
    '/shipments',
    { lines: [{ line_id, qty: 1 }] },
    crypto.randomUUID(),
  )
  return made.shipments[0]?.id ?? expect.fail('nothing was shipped')
}
