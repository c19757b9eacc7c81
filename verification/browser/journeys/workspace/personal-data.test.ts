import { expect, test } from 'vitest'
import { expectLoaded, expectSound, signIn, useBrowser, WIDTHS, type Screen } from '../../../../e2e/src/browser.ts'
import { COMPANIES, createPerson, setActive, type Person } from '../../../../e2e/src/people.ts'

const visit = useBrowser()

/** Downloads the person's own data. */
async function takeOwnData(screen: Screen, account: Person) {
  const person = await visit(screen)
  const { page, origin } = person
  await signIn(person, account)
  await page.goto(`${origin}/profile`)
  await expectLoaded(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Скачать мои данные' }).click()
  expect((await download).suggestedFilename()).toBe('Мои данные.zip')
  await expectSound(person, 'own data')
  await person.close()
}

test.each(WIDTHS)('user downloads personal data and is erased after being blocked, $width', async ({ screen }) => {
  const person = await createPerson('CONTRACTOR_USER', [COMPANIES.volga], 'Уходящий Пётр Ильич')
  await takeOwnData(screen, person)
  await setActive(person.id, false)

  const manager = await visit(screen)
  await signIn(manager, 'ArtikulOrderManager')
  const { page } = manager
  await page.goto(`${manager.origin}/manager?username=${person.login}`)
  await expectLoaded(page)
  await page.getByRole('button', { name: person.full_name, exact: true }).click()
  const card = page.getByRole('dialog')
  const download = page.waitForEvent('download')
  await card.getByRole('button', { name: 'Выгрузить персональные данные' }).click()
  expect((await download).suggestedFilename()).toBe(`Персональные данные, ${person.full_name}.zip`)
  await card.getByRole('button', { name: 'Обезличить' }).click()
  const question = page.getByRole('alertdialog', { name: `Обезличить: ${person.full_name}?` })
  await question.getByText(/Вернуть данные будет нельзя/).waitFor()
  await expectSound(manager, 'the question before erasing')
  await question.getByRole('button', { name: 'Да' }).click()
  await card.getByText('Пользователь обезличен: изменить или вернуть его нельзя.').waitFor()
  await expectSound(manager, 'an erased person')

  await page.goto(`${manager.origin}/settings?tab=journal&user_id=${person.id}`)
  for (const event of ['Пользователь обезличен', 'Выгружены персональные данные пользователя'])
    await page.getByText(event).locator('visible=true').first().waitFor()
  expect(await page.getByText('Уходящий').count()).toBe(0)
  await expectSound(manager, 'the journal of an erased person')
})
