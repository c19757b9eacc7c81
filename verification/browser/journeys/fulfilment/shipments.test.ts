import { expect, test } from 'vitest'
import { ACCOUNTS, expectLoaded, expectSound, SCREENS, signIn, useBrowser } from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs } from '../../../../e2e/src/people.ts'

useServer()
const visit = useBrowser()

interface Ready {
  contract_id: number
  consignee_id: number
  contractor: string
  consignee: string
  held: string | null
}
interface ReadyLine {
  order_id: number
  brand: string
  article: string
  ready_qty: number
}

test('manager ships part of a line, the client accepts the shipment, and the rest waits', async () => {
  const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
  const { results } = await manager.get<{ results: Ready[] }>('/shipments/ready')
  const free = results.filter((one) => one.held === null && one.contractor.includes('Волга'))
  const found = await Promise.all(
    free.map(async (group) => {
      const groups = `${group.contract_id}-${group.consignee_id}`
      const lines = await manager.get<{ results: ReadyLine[] }>(`/shipments/ready/lines?groups=${groups}`)
      return lines.results.filter(({ ready_qty: ready }) => ready > 1).map((line) => ({ group, line }))
    }),
  )
  const { group, line } = found.flat()[0] ?? expect.fail('nothing of which a part may leave')
  const ship = await visit()
  await signIn(ship, 'ArtikulOrderManager')
  const { page } = ship
  await page.goto(`${ship.origin}/shipments/ready`)
  await page
    .getByRole('button', { name: `Отгрузить: ${group.contractor}, ${group.consignee}` })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Будет 1 отгрузка' }).waitFor()
  await page.getByLabel(`Отгрузить: ${line.brand} ${line.article}`).first().fill('1')
  await page.getByRole('button', { name: /^Отгрузить на / }).click()
  await page.waitForURL(/\/shipments\/\d+$/)
  await expectLoaded(page, /^Отгрузка № /)
  const address = new URL(page.url()).pathname
  const title = await page.getByRole('heading', { level: 1 }).innerText()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Комплектовочная ведомость' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Ведомость .+\.pdf$/)

  const receive = await visit(SCREENS[2])
  await signIn(receive, 'ContractorAdmin')
  await receive.page.goto(receive.origin + address)
  await expectLoaded(receive.page, /^Отгрузка № /)
  expect(await receive.page.getByRole('heading', { level: 1 }).innerText()).toBe(title)
  await receive.page.getByRole('button', { name: 'Всё верно' }).click()
  await receive.page.getByRole('button', { name: 'Да' }).click()
  await receive.page.getByText('Получена', { exact: true }).first().waitFor()
  expect(await receive.page.getByRole('button', { name: 'Всё верно' }).count()).toBe(0)
  await expectSound(receive, 'a received shipment')

  const number = /№ (\S+)/.exec(title)?.[1] ?? ''
  await receive.page
    .getByRole('link', { name: /^№ 26-/ })
    .first()
    .click()
  await receive.page
    .getByRole('link', { name: `Отгрузка № ${number}` })
    .first()
    .waitFor()
  await page.reload()
  await page.getByText('Получена', { exact: true }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Отменить отгрузку' }).count()).toBe(0)
  const order = await manager.get<{ status: string }>(`/orders/${line.order_id}`)
  expect(order.status).toBe('partly_shipped')
  expect([...ship.noise, ...receive.noise]).toEqual([])
  await ship.close()
  await receive.close()
})
