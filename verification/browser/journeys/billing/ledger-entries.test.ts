import { expect, test } from 'vitest'
import { expectLoaded, expectSound, SCREENS, signIn, useBrowser } from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'

useServer()
const visit = useBrowser()

test('manager enters and cancels an opening balance, and the client page updates by itself', async () => {
  const buyer = await visit(SCREENS[3])
  await signIn(buyer, 'ContractorAdmin')
  await buyer.page.goto(`${buyer.origin}/finances`)
  await expectLoaded(buyer.page, 'Взаиморасчёты')

  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  const { page } = manager
  await page.goto(`${manager.origin}/settlements?tab=entries`)
  await page.getByText('Записей пока нет').waitFor()
  await expectSound(manager, 'no entries')
  await page.getByRole('button', { name: 'Новая запись' }).click()
  const form = page.getByRole('dialog', { name: 'Новая запись' })
  await form.getByLabel('Покупатель *').fill('Волга')
  await page.getByRole('option', { name: /Автосервис Волга/ }).click()
  await form.getByLabel('Договор *').selectOption({ index: 1 })
  await form.getByLabel('Номер документа *').fill('О-77')
  await form.getByLabel('Сумма *').fill('1234,50')
  await expectSound(manager, 'a new entry')
  await form.getByRole('button', { name: 'Записать' }).click()
  const row = page.getByRole('row', { name: /Начальный остаток № О-77/ })
  await row.waitFor()
  await expectSound(manager, 'entries')

  // The contractor's page updates without a reload.
  const moved = buyer.page.getByText('Начальный остаток № О-77')
  await moved.waitFor()
  await expectSound(buyer, 'finances with an entry')

  await row.getByRole('button', { name: /^Отменить/ }).click()
  await page.getByLabel('Причина').fill('Не тот договор')
  await page.getByRole('button', { name: 'Отменить запись' }).click()
  await row.getByText('Отменена').waitFor()
  await moved.waitFor({ state: 'detached' })
  expect([...buyer.noise, ...manager.noise]).toEqual([])
  await buyer.close()
  await manager.close()
})
