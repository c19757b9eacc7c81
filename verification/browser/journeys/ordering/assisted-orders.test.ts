import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  field,
  SCREENS,
  signIn,
  useBrowser,
  type Visit,
} from '../../../../e2e/src/browser.ts'
import { serverOrigin, useServer } from '../../../../e2e/src/own-server.ts'
import { callAs, COMPANIES, fillCart } from '../../../../e2e/src/people.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()

/** A price that is too low, and a missing contact, are refused. */
const REFUSED = /status of (400|409)/

const rows = (page: Page) => page.getByRole('list', { name: 'Строки черновика' }).getByRole('listitem')

async function find(person: Visit) {
  await person.page.goto(`${person.origin}/catalog?q=26300-35503`)
  await expectLoaded(person.page, /Результаты поиска/)
}

const order = (page: Page) =>
  page
    .getByRole('button', { name: /^В заказ: / })
    .first()
    .click()

test.each([SCREENS[0], SCREENS[2]] as const)(
  'manager drafts a phone order, lowers a price, sends one draft and places another: $name',
  async (screen) => {
    const origin = serverOrigin()
    const client = await callAs(ACCOUNTS.ContractorAdmin, undefined, origin)
    await fillCart(client, COMPANIES.volga, [])
    const person = await visit(screen)
    const { page } = person
    await signIn(person, 'ArtikulOrderManager')
    await find(person)
    expect(await page.getByRole('button', { name: /^В (заказ|корзину): / }).count()).toBe(0)
    await chooseBuyer(person, 'Автосервис Волга')
    await order(page)
    await page.getByText(/^Добавлено в черновик № \d+$/).waitFor()
    await page.getByRole('link', { name: /^№ \d+: 1 строка$/ }).click()
    await rows(page).first().waitFor()
    await expectSoundInBothThemes(person, `a draft ${screen.name}`)

    // A price below the purchase price is refused beside its field; a lower one is stored with its reason.
    await page.getByRole('button', { name: /^Снизить цену, / }).click()
    const price = page.getByRole('dialog', { name: /^Цена: / })
    await price.getByText('Обычная цена').waitFor()
    const bounds = await price.getByRole('definition').allInnerTexts()
    const [ordinary, floor] = bounds.map((text) => Number(text.replaceAll(/[^\d]/g, '')))
    await field(price, 'Причина').fill('Берёт каждую неделю')
    await field(price, 'Новая цена за единицу').fill('1')
    await price.getByRole('button', { name: 'Снизить цену' }).click()
    await price.getByText(/^Ниже закупки: /).waitFor()
    await expectSoundInBothThemes(person, `a price that is too low ${screen.name}`, REFUSED)
    const lowered = Math.max(floor ?? 0, (ordinary ?? 0) - 100)
    await field(price, 'Новая цена за единицу').fill((lowered / 100).toFixed(2).replace('.', ','))
    await price.getByRole('button', { name: 'Снизить цену' }).click()
    await rows(page).first().getByText('Берёт каждую неделю').waitFor()

    // The number may not be replaced, with a comment: both are stored.
    const [more, comment] = [/^Комментарий и замена, /, /^Комментарий, /]
    await rows(page).first().getByRole('button', { name: more }).click()
    const readAnew = () =>
      page.waitForResponse((reply) => reply.request().method() === 'GET' && /assisted-orders\/\d+$/.test(reply.url()))
    let read = readAnew()
    await rows(page)
      .first()
      .getByRole('combobox', { name: /^Замена номера, / })
      .selectOption({ label: 'Только этот номер' })
    await read
    const commentField = rows(page).first().getByRole('textbox', { name: comment })
    await commentField.fill('Позвонить перед выездом')
    read = readAnew()
    await commentField.press('Enter')
    await read
    await page.reload()
    await expect
      .poll(() => rows(page).first().getByRole('textbox', { name: comment }).inputValue())
      .toBe('Позвонить перед выездом')
    await expectSoundInBothThemes(person, `a draft with a comment ${screen.name}`, REFUSED)

    // Once sent, it is a cart of the company.
    await page.getByRole('button', { name: 'Отправить клиенту на подтверждение' }).click()
    const sending = page.getByRole('dialog', { name: 'Отправить клиенту на подтверждение' })
    await field(sending, 'Название корзины').fill(`По звонку ${screen.name}`)
    await field(sending, 'Сообщение').fill('Как договорились')
    await sending.getByRole('button', { name: 'Отправить' }).click()
    await page.getByText(/^Отправлено: корзина/).waitFor()
    await page.getByText('Открытых черновиков нет').waitFor()
    await expectSoundInBothThemes(person, `no drafts ${screen.name}`, REFUSED)
    const { results } = await client.get<{ results: { id: number; name: string }[] }>('/carts')
    const cart = results.find(({ name }) => name === `По звонку ${screen.name}`)
    const buyer = await visit(screen)
    await signIn(buyer, 'ContractorAdmin')
    await buyer.page.goto(`${origin}/cart?cart=${cart?.id}`)
    await buyer.page.getByText('«Как договорились»').waitFor()
    await buyer.page.getByText(/^Спец. цена до /).waitFor()
    await expectSoundInBothThemes(buyer, `the cart from a manager ${screen.name}`)

    // Another one is placed at once, confirmed verbally.
    await find(person)
    await order(page)
    await page.getByRole('link', { name: /^№ \d+: 1 строка$/ }).click()
    await page.getByRole('button', { name: 'Оформить', exact: true }).click()
    const placing = page.getByRole('dialog', { name: /^Будет создан/ })
    await placing.getByText('Со слов клиента').waitFor()
    await placing.getByRole('button', { name: 'Оформить', exact: true }).click()
    await placing.getByText('Заполните поле').first().waitFor()
    await field(placing, 'ФИО').fill('Механик Михаил')
    await field(placing, 'Телефон').fill('8 999 123-45-67')
    await expectSoundInBothThemes(person, `placing a draft ${screen.name}`, REFUSED)
    await placing.getByRole('button', { name: 'Оформить', exact: true }).click()
    await page.getByRole('dialog').getByRole('link', { name: /^№ / }).click()
    await page.getByText(/^Оформил менеджер .* со слов: Механик Михаил/).waitFor()
    expect([...person.noise, ...buyer.noise].filter((line) => !REFUSED.test(line))).toEqual([])
    await person.close()
    await buyer.close()
  },
)

/** Chooses the demonstration client's company in the bar of the catalogue. */
async function chooseBuyer({ page }: Visit, company: string) {
  const box = page.getByRole('combobox', { name: 'Покупатель' })
  await box.fill(company)
  await page
    .getByRole('option', { name: new RegExp(company) })
    .first()
    .click()
  await page.getByText('Задолженность').waitFor()
}
