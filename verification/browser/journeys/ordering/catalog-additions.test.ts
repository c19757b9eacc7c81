import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  PASSWORD,
  signIn,
  SCREENS,
  useBrowser,
} from '../../../../e2e/src/browser.ts'
import { callAs } from '../../../../e2e/src/people.ts'

const visit = useBrowser()

const ARTICLE = '26300-35503'
interface Line {
  product: { article: string }
  qty: number
}
async function inCart(): Promise<number> {
  const { lines } = await (await callAs(ACCOUNTS.ContractorUser, PASSWORD)).get<{ lines: Line[] }>('/cart')
  return lines.filter(({ product }) => product.article === ARTICLE).reduce((sum, { qty }) => sum + qty, 0)
}

test.each([SCREENS[0], SCREENS[2]])('last additions to the cart are undone one by one: $name', async (screen) => {
  const person = await visit(screen)
  const { page } = person
  await signIn(person, 'ContractorUser')
  const before = await inCart()
  await page.goto(`${person.origin}/catalog?q=${ARTICLE}&qty=3`)
  await expectLoaded(page, /Результаты поиска/)
  const add = page.getByRole('button', { name: /^В корзину: / }).first()
  for (const count of [1, 2]) {
    await add.click()
    // On a phone they are in the filters.
    if (screen === SCREENS[2] && count === 1) await page.getByRole('button', { name: 'Фильтры' }).click()
    await page.getByRole('button', { name: `Добавлено: ${count}` }).waitFor()
  }
  expect(await inCart()).toBe(before + 6)
  await page.getByRole('button', { name: 'Добавлено: 2' }).click()
  const undo = page.getByRole('button', { name: /^Отменить: / })
  await undo.first().waitFor()
  await expectSoundInBothThemes(person, 'last additions')
  await undo.first().click()
  await expect.poll(inCart).toBe(before + 3)
  await expect.poll(() => undo.count()).toBe(1)
  await undo.first().click()
  await expect.poll(inCart).toBe(before)
  await expect.poll(() => page.getByRole('button', { name: /^Добавлено: / }).count()).toBe(0)
  await person.close()
})
