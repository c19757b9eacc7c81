import { test } from 'vitest'
import { expectLoaded, expectSoundInBothThemes, signIn, SCREENS, useBrowser } from '../../../../e2e/src/browser.ts'

const visit = useBrowser()

test.each([SCREENS[0], SCREENS[2]])('misspelt name is corrected, and the page shows how: $name', async (screen) => {
  const person = await visit(screen)
  const { page } = person
  await signIn(person, 'ContractorUser')
  await page.goto(`${person.origin}/catalog`)
  const search = page.getByRole('combobox').first()
  await search.fill('подшибник ступ')
  await page
    .getByRole('option', { name: /Подшипник ступицы/ })
    .first()
    .waitFor()
  await search.press('Enter')
  await expectLoaded(page, /Результаты поиска/)
  await page.getByText('Исправлено: «подшибник» → «подшипник»').waitFor()
  await page
    .locator('main')
    .getByText(/Подшипник ступицы/)
    .first()
    .waitFor()
  await expectSoundInBothThemes(person, 'misspelt words')
  await person.close()
})
