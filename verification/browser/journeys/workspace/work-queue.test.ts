import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectNoSidewaysScroll,
  expectSoundInBothThemes,
  SCREENS,
  signIn,
  useBrowser,
  type Visit,
} from '../../../../e2e/src/browser.ts'
import { callAs, COMPANIES, createPerson, fillCart } from '../../../../e2e/src/people.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'

useServer()
const visit = useBrowser()

const openDay = async ({ page, origin }: Visit) => {
  await page.goto(`${origin}/orders?tab=day`)
  await expectLoaded(page)
  await page.getByRole('group', { name: 'Что ждёт' }).waitFor()
}
const say = async (orderId: number, text: string) =>
  (await callAs(ACCOUNTS.ContractorAdmin)).post(
    `/orders/${orderId}/messages`,
    { text, file_ids: [] },
    crypto.randomUUID(),
  )

test('client message appears in the open work queue, and a manager takes, handles and closes it', async () => {
  const order = await placeOrder()
  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  await openDay(manager)
  const phone = await visit(SCREENS[2])
  await signIn(phone, 'ArtikulOrderManager')
  await openDay(phone)

  await say(order.id, 'Когда привезёте?')
  const { page } = manager
  const title = `Заказ № ${order.number}`
  await page.getByText('«Когда привезёте?»').waitFor()
  await phone.page.getByText('«Когда привезёте?»').waitFor()
  await page.getByRole('button', { name: `Взять в работу ${title}` }).click()
  await page.getByRole('button', { name: `Снять с себя ${title}` }).waitFor()
  await phone.page.getByRole('button', { name: `Снять с себя ${title}` }).waitFor()
  await expectSoundInBothThemes(manager, 'the day at a desk')
  await expectSoundInBothThemes(phone, 'the day on a phone')
  await expectNoSidewaysScroll(phone.page, 'the day on a phone')

  await page.getByRole('link', { name: `Ответить ${title}` }).click()
  await expectLoaded(page, title)
  await page.getByRole('button', { name: 'Звонок клиента' }).click()
  const answers = page.getByRole('list', { name: 'Что ответить по строкам' })
  await answers
    .getByText(/26300-35503, \d+ шт\.: .*ждём/)
    .first()
    .waitFor()
  await page.getByRole('group', { name: 'Причина звонка' }).getByRole('button', { name: 'Когда будет' }).click()
  await page.getByText('Звонок записан').waitFor()
  await page.getByRole('list', { name: 'Звонки по заказу' }).getByText('«Когда будет»').waitFor()
  await expectSoundInBothThemes(manager, 'a call about an order')
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click()
  await phone.page.goto(`${phone.origin}/orders/${order.id}`)
  await expectLoaded(phone.page, title)
  await phone.page.getByRole('button', { name: 'Звонок клиента' }).click()
  await phone.page.getByRole('list', { name: 'Звонки по заказу' }).waitFor()
  await expectSoundInBothThemes(phone, 'a call on a phone')

  await page.getByRole('button', { name: 'Ответ не нужен' }).click()
  await page.getByText('Клиент ждёт ответа.').waitFor({ state: 'detached' })
  await openDay(manager)
  await page.getByRole('table', { name: 'Звонки клиентов по причинам' }).getByText('Когда будет').waitFor()
  await expect.poll(() => page.getByText('«Когда привезёте?»').count()).toBe(0)
  await manager.close()
  await phone.close()
})

test('deputy sees the work queue of a manager only during the substitution', async () => {
  const order = await placeOrder()
  const question = `Есть новости о ${order.number}?`
  await say(order.id, question)
  const person = await createPerson('ARTIKUL_ORDER_MANAGER', [], 'Петров Пётр')
  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  await manager.page.goto(`${manager.origin}/profile?tab=deputy`)
  await expectLoaded(manager.page)
  await manager.page.getByLabel('Заместитель').selectOption(String(person.id))
  await manager.page.getByRole('button', { name: 'Сохранить' }).click()
  await manager.page.getByText(/Замещение сохранено/).waitFor()
  await expectSoundInBothThemes(manager, 'who stands in')

  const deputy = await visit(SCREENS[2])
  await signIn(deputy, person)
  await openDay(deputy)
  await deputy.page.getByText(`«${question}»`).waitFor()

  await manager.page.getByLabel('По', { exact: true }).fill('01.01.2026')
  const saved = manager.page.waitForResponse((reply) => reply.request().method() === 'PATCH')
  await manager.page.getByRole('button', { name: 'Сохранить' }).click()
  expect((await saved).status()).toBe(200)
  await openDay(deputy)
  await deputy.page.getByText('У ваших покупателей сейчас ничего не ждёт.').waitFor()
  await manager.page.getByLabel('Заместитель').selectOption({ label: 'Никто' })
  await manager.page.getByRole('button', { name: 'Сохранить' }).click()
  await expect.poll(() => manager.page.getByLabel('По', { exact: true }).count()).toBe(0)
  await manager.close()
  await deputy.close()
})

async function placeOrder() {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  await fillCart(client, COMPANIES.volga, ['26300-35503'])
  const { lines } = await client.get<{ lines: object[] }>('/orders/preview')
  const placed = await client.post<{ orders: { id: number; number: string }[] }>(
    '/orders',
    { lines },
    crypto.randomUUID(),
  )
  return placed.orders[0] ?? expect.fail('nothing was placed')
}
