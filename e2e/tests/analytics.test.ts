import { expect, test } from 'vitest'
import { useServer } from '../src/own-server.ts'
import { expectLoaded, expectSoundInBothThemes, signIn, useBrowser, WIDTHS } from '../src/browser.ts'

useServer()
const visit = useBrowser()

test.each(WIDTHS)('owner sees sales, unmet demand and buyers falling away, $width', async ({ screen }) => {
  const person = await visit(screen)
  const { page } = person
  await signIn(person, 'ArtikulOrderManager')
  await page.goto(`${person.origin}/analytics`)
  await expectLoaded(page, 'Показатели')
  await page.getByRole('img', { name: /^Выручка и маржа по времени/ }).waitFor()
  await expectSoundInBothThemes(person, 'sales')
  await page.getByRole('button', { name: 'Покупатель' }).click()
  const rows = page.getByRole('table', { name: 'Продажи по составу' })
  await rows.getByRole('link', { name: 'ООО «Автосервис Волга»' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Скачать XLSX' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Продажи.xlsx')
  await page.getByRole('tab', { name: 'Спрос' }).click()
  await page.getByRole('table', { name: 'Не нашли' }).getByRole('row').nth(1).waitFor()
  await expectSoundInBothThemes(person, 'demand')
  await page.getByRole('tab', { name: 'Покупатели' }).click()
  await page.getByText(/^Кому позвонить/).waitFor()
  expect(person.noise).toEqual([])
  await person.close()
})
