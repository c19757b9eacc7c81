import { expect, test } from 'vitest'
import {
  expectLoaded,
  expectSoundInBothThemes,
  PASSWORD,
  SCREENS,
  signIn,
  useBrowser,
  ACCOUNTS,
} from '../src/browser.ts'
import { callAs, COMPANIES, fillCart } from '../src/people.ts'
import { useServer } from '../src/own-server.ts'

useServer()
const visit = useBrowser()

async function placeOrder(): Promise<number> {
  const client = await callAs(ACCOUNTS.ContractorAdmin, PASSWORD)
  await fillCart(client, COMPANIES.volga, ['26300-35503'])
  const { lines } = await client.get<{ lines: object[] }>('/orders/preview')
  const placed = await client.post<{ orders: { id: number }[] }>('/orders', { lines }, crypto.randomUUID())
  return placed.orders[0]?.id ?? expect.fail('nothing was placed')
}

test('client sends a message with a photo from a phone, and the manager replies on the open page', async () => {
  const orderId = await placeOrder()
  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  await manager.page.goto(`${manager.origin}/orders/${orderId}`)
  await expectLoaded(manager.page)
  await manager.page.getByText('Сообщений пока нет.').waitFor()

  const client = await visit(SCREENS[2])
  await signIn(client, 'ContractorAdmin')
  await client.page.goto(`${client.origin}/orders/${orderId}`)
  await expectLoaded(client.page)
  const photo = await client.page.screenshot({ type: 'jpeg' })
  await client.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'Полка.jpg', mimeType: 'image/jpeg', buffer: photo })
  await client.page.getByRole('list', { name: 'Приложенные файлы' }).getByText('Полка.jpg').waitFor()
  await client.page.getByLabel('Сообщение менеджеру').fill('Это та упаковка?')
  await client.page.getByRole('button', { name: 'Отправить' }).click()
  await client.page.getByRole('button', { name: 'Открыть Полка.jpg' }).waitFor()

  // The message reaches the open page by itself.
  await manager.page.getByText('Это та упаковка?').waitFor()
  await manager.page.getByRole('button', { name: 'Открыть Полка.jpg' }).click()
  await manager.page.getByRole('dialog').getByRole('img', { name: 'Полка.jpg' }).waitFor()
  await expectSoundInBothThemes(manager, 'the photo')
  await manager.page.keyboard.press('Escape')
  await manager.page.getByLabel('Сообщение клиенту').fill('Да, та самая')
  await manager.page.getByRole('button', { name: 'Отправить' }).click()
  await manager.page.getByLabel('Для сотрудников').fill('Просил фото упаковки')
  await manager.page.getByRole('button', { name: 'Сохранить' }).click()
  await manager.page
    .getByText(/^Иванова .*, \d/)
    .first()
    .waitFor()

  await client.page.getByText('Да, та самая').waitFor()
  expect(await client.page.getByText('Просил фото упаковки').count()).toBe(0)
  await expectSoundInBothThemes(client, 'the talk on a phone')
  await expectSoundInBothThemes(manager, 'the talk at a desk')
  await client.close()
  await manager.close()
})
