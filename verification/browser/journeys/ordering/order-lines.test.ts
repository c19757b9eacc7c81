import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { expectLoaded, expectSoundInBothThemes, SCREENS, signIn, useBrowser } from '../../../../e2e/src/browser.ts'

const visit = useBrowser()

test.each(SCREENS)('client filters order lines by state and downloads them: $name', async (screen) => {
  const person = await visit(screen)
  const { page, origin } = person
  await signIn(person, 'ContractorAdmin')
  await page.goto(`${origin}/orders`)
  await page.getByRole('tab', { name: 'Строки' }).click()
  await page.waitForURL(/tab=lines/)
  await expectLoaded(page, 'Заказы')
  const groups = page.getByRole('group', { name: 'Показать строки' })
  const done = groups.getByRole('button', { name: /^Исполнено/ })
  await done.click()
  await page.waitForURL(/group=done/)
  expect(await done.getAttribute('aria-pressed')).toBe('true')
  const table = page.getByRole('table', { name: 'Строки заказов' })
  await table.getByText('Получено').first().waitFor()
  await expectSoundInBothThemes(person, 'lines of orders')

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать XLSX' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toBe('Строки заказов.xlsx')
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe('PK')

  await table.getByRole('link', { name: /^№/ }).first().click()
  await page.waitForURL(/\/orders\/\d+$/)
  await page.goBack()
  await expectLoaded(page, 'Заказы')
  expect(page.url()).toContain('group=done')
})
