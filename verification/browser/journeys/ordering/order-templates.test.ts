import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  SCREENS,
  signIn,
  useBrowser,
} from '../../../../e2e/src/browser.ts'
import { callAs, COMPANIES, fillCart } from '../../../../e2e/src/people.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'

useServer()
const visit = useBrowser()

const NAME = 'Масла и фильтры на неделю, сервис на Ленина'

test.each([SCREENS[0], SCREENS.at(-1)])(
  'cart is saved as a template, opened as a list and the template is deleted: $name',
  async (screen) => {
    await fillCart(await callAs(ACCOUNTS.ContractorAdmin), COMPANIES.volga, ['26300-35503', '04152-YZZA1'])
    const person = await visit(screen)
    const { page, origin } = person
    await signIn(person, 'ContractorAdmin')
    await page.goto(`${origin}/cart`)
    await page.getByRole('button', { name: 'В шаблон' }).click()
    await page.getByRole('dialog').getByLabel('Название').fill(NAME)
    await expectSoundInBothThemes(person, 'a template is named')
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('Шаблон сохранён').waitFor()

    await page.goto(`${origin}/search-by-document`)
    await expectLoaded(page, 'Заказ по списку')
    const order = page.getByRole('button', { name: `Заказать по шаблону ${NAME}` })
    await order.waitFor()
    await expectSoundInBothThemes(person, 'templates')
    await order.click()
    await page.waitForURL(/list=\d+/)
    await page.getByText('26300-35503').first().waitFor()
    await page.getByText('04152-YZZA1').first().waitFor()

    await page.goto(`${origin}/search-by-document`)
    await page.getByRole('button', { name: `Удалить шаблон ${NAME}` }).click()
    await page.getByRole('button', { name: 'Да', exact: true }).click()
    await page.getByText('Шаблонов пока нет').waitFor()
    expect(person.noise).toEqual([])
    await person.close()
  },
)

test('company sets how much a price and a date may worsen without approval', async () => {
  const person = await visit(SCREENS.at(-1))
  const { page, origin } = person
  await signIn(person, 'ContractorAdmin')
  const { contractors } = await (
    await callAs(ACCOUNTS.ContractorAdmin)
  ).get<{ contractors: { id: number; inn: string }[] }>('/user')
  const company = contractors.find(({ inn }) => inn === COMPANIES.volga)
  const limit = async (share: string, days: string) => {
    await page.getByRole('button', { name: 'Изменить допуск' }).click()
    await page.getByLabel('Рост цены, %').fill(share)
    await page.getByLabel('Перенос срока, дней').fill(days)
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
  }
  await page.goto(`${origin}/contractors/${String(company?.id)}`)
  await page.getByText('Не задан: о каждом росте цены').waitFor()
  await limit('2', '1')
  await page.getByText('до 1 дня').waitFor()
  await expectSoundInBothThemes(person, 'a tolerance')
  await limit('0', '0')
  await page.getByText('Не задан: о каждом росте цены').waitFor()
  expect(person.noise).toEqual([])
  await person.close()
})
