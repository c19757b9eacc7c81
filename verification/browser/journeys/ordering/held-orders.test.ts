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
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs, COMPANIES, fillCart } from '../../../../e2e/src/people.ts'

useServer()
const visit = useBrowser()
interface Settled {
  contract_id: number
  limit_kop: number
}

const asManager = () => callAs(ACCOUNTS.ArtikulOrderManager)

async function pay(overrides: { companyId: number; contractId: number; placed: Placed }, kop: number, number: string) {
  const manager = await asManager()
  const parts = [{ contract_id: overrides.contractId, invoice_id: overrides.placed.invoice_id, sum_kop: kop }]
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(new Date())
  const body = { contractor_id: overrides.companyId, number, day, purpose: '', external_number: number, parts }
  await manager.post('/payments', body, crypto.randomUUID())
}

test('prepaid order shows the paid share and goes to work when fully paid', { timeout: 120_000 }, async () => {
  const given = await order({ prepayment_percent: 100, limit_kop: 0 })
  const { placed } = given
  expect(placed.status).toBe('awaiting_payment')
  const client = await visit()
  await signIn(client, 'ContractorAdmin')
  const { page } = client
  await page.goto(`${client.origin}/orders/${placed.id}`)
  await page.getByRole('heading', { name: 'Ожидает оплаты', exact: true }).waitFor()
  await page.getByText(/Товар в резерве до/).waitFor()
  const most = Math.floor(placed.total_kop * 0.7)
  await pay(given, most, '9101')
  await page
    .getByText(/^Оплачено 69/)
    .or(page.getByText(/^Оплачено 70/))
    .waitFor()
  await expectSoundInBothThemes(client, 'an order that is partly paid')
  await page.goto(`${client.origin}/orders`)
  const row = page.getByRole('row', { name: new RegExp(placed.number) })
  await row.getByText(/оплачено (69|70).%, не хватает/).waitFor()
  await expectSound(client, 'orders with one that is partly paid')
  await page.goto(`${client.origin}/orders/${placed.id}`)
  await page.getByRole('heading', { name: 'Ожидает оплаты', exact: true }).waitFor()
  await pay(given, placed.total_kop - most, '9102')
  await page.getByRole('heading', { name: 'Ожидает оплаты', exact: true }).waitFor({ state: 'detached' })
  const { status } = await (await asManager()).get<{ status: string }>(`/orders/${placed.id}`)
  expect(status).toBe('in_work')
  await client.close()
})

test(
  'order over the credit limit is held until a manager unblocks it at the request of the client',
  { timeout: 120_000 },
  async () => {
    const { placed } = await order({ prepayment_percent: 0, limit_kop: 100 })
    expect(placed.status).toBe('on_hold')
    const client = await visit(SCREENS[2])
    await signIn(client, 'ContractorAdmin')
    await client.page.goto(`${client.origin}/orders/${placed.id}`)
    await client.page.getByRole('heading', { name: 'Заказ приостановлен', exact: true }).waitFor()
    await client.page.getByRole('button', { name: 'Выставить счёт' }).waitFor()
    await expectSoundInBothThemes(client, 'a held order on a phone')
    await client.page.getByRole('button', { name: 'Запросить разблокировку' }).click()
    const asking = client.page.getByRole('dialog')
    await field(asking, 'Сообщение').fill('Оплатим в пятницу')
    await expectSound(client, 'asking to unblock')
    await asking.getByRole('button', { name: 'Отправить' }).click()
    await client.page.getByText(/Ждём ответа менеджера/).waitFor()

    const manager = await visit()
    await signIn(manager, 'ArtikulOrderManager')
    const { page } = manager
    await page.goto(`${manager.origin}/settlements?tab=blocks&asked=true`)
    await expectLoaded(page, 'Взаиморасчёты')
    const row = page.getByRole('row').filter({ hasText: placed.number })
    await row.getByText('«Оплатим в пятницу»').waitFor()
    await expectSoundInBothThemes(manager, 'blocks')
    await row.getByRole('button', { name: /^Разблокировать: / }).click()
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Причина').fill('Гарантийное письмо')
    await expectSound(manager, 'creditHoldOverride')
    await dialog.getByRole('button', { name: 'Разблокировать' }).click()
    await page.getByText(/^Разблокировано до/).waitFor()

    await client.page.getByRole('heading', { name: 'Заказ приостановлен', exact: true }).waitFor({ state: 'detached' })
    await page.goto(`${manager.origin}/settlements?tab=blocks`)
    await page
      .getByText(/^Разблокирован до/)
      .first()
      .waitFor()
    await page
      .getByRole('button', { name: /^Отменить разблокировку: / })
      .first()
      .click()
    await page.getByRole('button', { name: 'Да' }).click()
    await page.getByText('Разблокировка отменена').waitFor()
    await manager.close()
    await client.close()
  },
)

interface Placed {
  id: number
  number: string
  status: string
  total_kop: number
  invoice_id: number | null
}

/** Places an order as the client through the API; all contracts of the company get the given terms. */
async function order(terms: object): Promise<{ placed: Placed; companyId: number; contractId: number }> {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  const { contractors } = await client.get<{ contractors: { id: number; inn: string }[] }>('/user')
  const companyId = contractors.find(({ inn }) => inn === COMPANIES.volga)?.id ?? 0
  const manager = await asManager()
  const { results: contracts } = await manager.get<{ results: { id: number; version: number }[] }>(
    `/contractors/${companyId}/contracts`,
  )
  for (const { id, version } of contracts) await manager.patch(`/contracts/${id}`, { version, ...terms })
  await fillCart(client, COMPANIES.volga, ['26300-35503'])
  const { lines } = await client.get<{ lines: object[] }>('/orders/preview')
  const { orders } = await client.post<{ orders: Placed[] }>('/orders', { lines }, crypto.randomUUID())
  const [placed] = orders
  if (!placed) expect.fail('nothing is placed')
  const { results } = await client.get<{ results: (Settled & { number: string })[] }>('/settlements')
  const { contract } = await client.get<{ contract: string }>(`/orders/${placed.id}`)
  const own = results.find(({ number }) => contract.includes(`№ ${number} `))
  return { placed, companyId, contractId: own?.contract_id ?? 0 }
}
