import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectNoSidewaysScroll,
  expectSoundInBothThemes,
  SCREENS,
  signIn,
  useBrowser,
} from '../../../../e2e/src/browser.ts'
import { callAs, COMPANIES, fillCart } from '../../../../e2e/src/people.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'

useServer()
const visit = useBrowser()

interface Order {
  id: number
  number: string
  lines: { id: number; brand: string; article: string; parts: { state: string; qty: number }[] }[]
}

test('client requests a cancellation on a phone, is refused with a reason and succeeds the second time', async () => {
  const { id, number, title } = await orderInWork()
  const client = await visit(SCREENS.at(-1))
  await signIn(client, 'ContractorAdmin')
  await client.page.goto(`${client.origin}/orders/${id}`)
  await expectLoaded(client.page)
  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  await manager.page.goto(`${manager.origin}/orders?tab=day`)
  await expectLoaded(manager.page)

  const ask = async (why: string) => {
    await client.page.getByRole('button', { name: `Запросить отмену: ${title}` }).click()
    await client.page.getByRole('textbox', { name: 'Причина' }).fill(why)
    if (why === 'Ошибка в заказе') await expectSoundInBothThemes(client, 'asking to cancel')
    await client.page.getByRole('button', { name: 'Отправить запрос' }).click()
    await client.page.getByText(/^Запрошена отмена/).waitFor()
  }
  await ask('Ошибка в заказе')
  await expectNoSidewaysScroll(client.page, 'a request to cancel on a phone')

  await manager.page
    .getByRole('link', { name: `Решить Заказ № ${number}` })
    .first()
    .click()
  await manager.page.waitForURL(`**/orders/${id}`)
  await manager.page.getByText('Ошибка в заказе').waitFor()
  await expectSoundInBothThemes(manager, 'a request to cancel')
  await manager.page.getByRole('button', { name: `Отказать в отмене: ${title}` }).click()
  await manager.page.getByRole('textbox', { name: 'Причина' }).fill('Уже оплачено поставщику')
  await manager.page.getByRole('button', { name: 'Отказать', exact: true }).last().click()
  await client.page.getByText('Уже оплачено поставщику').waitFor()

  await ask('Очень просим')
  await manager.page.getByRole('button', { name: new RegExp(`^Отменить .*: ${title}$`) }).click()
  await client.page.getByText('Отказ клиента', { exact: true }).first().waitFor()
  const { lines } = await (await callAs(ACCOUNTS.ContractorAdmin)).get<Order>(`/orders/${id}`)
  expect(lines[0]?.parts.map(({ state }) => state)).toEqual(['cancelled_client'])
  expect([...client.noise, ...manager.noise]).toEqual([])
  await client.close()
  await manager.close()
})

/** Order of one line whose goods are being procured. */
async function orderInWork() {
  const [client, manager] = [await callAs(ACCOUNTS.ContractorAdmin), await callAs(ACCOUNTS.ArtikulOrderManager)]
  await fillCart(client, COMPANIES.volga, ['26300-35503'])
  const { lines: chosen } = await client.get<{ lines: object[] }>('/orders/preview')
  const { orders } = await client.post<{ orders: { id: number }[] }>('/orders', { lines: chosen }, crypto.randomUUID())
  const order = await client.get<Order>(`/orders/${orders[0]?.id}`)
  const [line] = order.lines
  const part = line?.parts[0]
  if (!line || !part) return expect.fail('nothing was placed')
  const moves = [{ line_id: line.id, from: part.state, to: 'in_work', qty: part.qty }]
  if (part.state !== 'in_work') await manager.post(`/orders/${order.id}/transitions`, { moves }, crypto.randomUUID())
  return { ...order, title: `${line.brand} ${line.article}` }
}
