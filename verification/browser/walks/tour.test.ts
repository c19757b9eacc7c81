import { expect, test } from 'vitest'
import { expectLoaded, expectSoundInBothThemes, SCREENS, signIn, useBrowser, WIDTHS } from '../../../e2e/src/browser.ts'
import { COMPANIES, createPerson } from '../../../e2e/src/people.ts'

const visit = useBrowser()

/** On a slow machine the note appears before a person would act, so this handler is installed before the page. */
function focusSearchAtOnce() {
  const timer = setInterval(() => {
    const search = document.querySelector<HTMLElement>('header [role=combobox]')
    if (!search) return
    search.focus()
    clearInterval(timer)
  }, 10)
}

const TITLES = ['Поиск деталей', 'Куда и до какого часа', 'Разделы', 'Уведомления', 'Профиль']

test.each(WIDTHS)('new user is shown the tour once, by keyboard, $width', async ({ width, screen }) => {
  const person = await visit(screen)
  const { page, origin } = person
  const who = await createPerson('CONTRACTOR_USER', [COMPANIES.volga])
  await signIn(person, who, { isNewcomer: true })
  await page.goto(origin)
  await expectLoaded(page)
  for (const [at, title] of TITLES.entries()) {
    const note = page.getByRole('dialog', { name: title })
    await note.getByText(`${at + 1} из ${TITLES.length}`).waitFor()
    await page.waitForFunction(() => document.activeElement?.closest('[role=dialog]'))
    if (at === 0) await expectSoundInBothThemes(person, `the tour, ${width}`)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goto(origin)
  await expectLoaded(page)
  // Longer than the tour takes to begin by itself.
  await page.waitForTimeout(1200)
  expect(await page.getByRole('dialog').count()).toBe(0)

  await page.getByRole('button', { name: /^Профиль/ }).click()
  await page.getByRole('menuitem', { name: 'Знакомство с порталом' }).click()
  await page.getByRole('dialog', { name: 'Поиск деталей' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(person.noise).toEqual([])
  await person.close()
})

test('manager is shown the staff tour, which does not start while typing', async () => {
  const person = await visit(SCREENS[0])
  const { page, origin } = person
  await signIn(person, await createPerson('ARTIKUL_ORDER_MANAGER', []), { isNewcomer: true })
  await page.addInitScript(focusSearchAtOnce)
  await page.goto(`${origin}/orders`)
  await expectLoaded(page)
  await page.waitForFunction(() => document.activeElement?.matches('header [role=combobox]'))
  await page.waitForTimeout(1200)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.getByRole('heading', { level: 1 }).click()
  await page.getByRole('dialog', { name: 'Поиск деталей' }).getByRole('button', { name: 'Дальше' }).click()
  await page.getByRole('dialog', { name: 'Быстрый переход' }).getByRole('button', { name: 'Пропустить' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(person.noise).toEqual([])
  await person.close()
})
