import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  field,
  SCREENS,
  signIn,
  useBrowser,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs } from '../../../../e2e/src/people.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()

test.each([SCREENS[0], SCREENS[2]])('return term of a warehouse reaches client offers: $name', async (screen) => {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  const offers = async () =>
    (
      await client.get<{ offers: { warehouse: string; return_days: number }[] }>('/catalog/hyundaikia-2630035503')
    ).offers.map(({ warehouse, return_days }) => [warehouse, return_days])
  const person = await visit(screen)
  await signIn(person, 'ArtikulOrderManager')
  const { page } = person
  await page.goto(`${person.origin}/settings?tab=sources`)
  await expectLoaded(page, 'Настройки')
  await page.getByRole('heading', { name: 'Прайс-лист партнёра 107' }).waitFor()
  await expectSoundInBothThemes(person, 'sources')
  await page.getByRole('button', { name: 'Партнёр 107', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Партнёр 107' })
  await field(dialog, 'Отсечка').fill('27:00')
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await dialog.getByText('Время в виде 16:00').waitFor()
  await expectSoundInBothThemes(person, 'refused warehouse')
  const days = (await offers()).find(([warehouse]) => warehouse === 'Склад 107')?.[1] === 5 ? '6' : '5'
  await field(dialog, 'Отсечка').fill('15:00')
  await field(dialog, 'Возврат, дней').fill(days)
  await dialog.getByRole('button', { name: 'Сохранить' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(offers, { timeout: 5000 }).toContainEqual(['Склад 107', Number(days)])
  await page
    .locator('section', { hasText: 'Прайс-лист партнёра 107' })
    .getByRole('button', { name: 'Изменить' })
    .click()
  const source = page.getByRole('dialog', { name: 'Прайс-лист партнёра 107' })
  await expectSoundInBothThemes(person, 'source')
  await source.getByRole('button', { name: 'Отмена' }).click()
  await person.close()
})
