import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSound,
  expectSoundInBothThemes,
  field,
  signIn,
  useBrowser,
  WIDTHS,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs, chooseCompany, COMPANIES } from '../../../../e2e/src/people.ts'

useServer()
const visit = useBrowser()

const NEW = 'Новый счёт на оплату'
const SHEET = /^Счёт на оплату № /

const chooseVolga = async () => chooseCompany(await callAs(ACCOUNTS.ContractorAdmin), COMPANIES.volga)

const total = (page: Page) => page.getByText('Всего к оплате').locator('xpath=following-sibling::dd[1]')

const ARTIKUL = /ООО «АРТИКУЛ»$/

const issue = async (page: Page) => {
  await page.getByRole('button', { name: 'Выставить счёт' }).click()
  await page.waitForURL(/\/invoice\/\d+$/)
  await expectLoaded(page, SHEET)
  return (await page.getByRole('heading', { level: 1 }).innerText()).replace('Счёт на оплату № ', '')
}

test.each(WIDTHS)('client issues invoices for an advance, for orders and for goods, at $width', async ({ screen }) => {
  await chooseVolga()
  const person = await visit(screen)
  await signIn(person, 'ContractorAdmin')
  const { page, origin } = person
  await page.goto(`${origin}/finances`)
  await expectLoaded(page, 'Взаиморасчёты')
  await page.getByRole('link', { name: 'Выставить счёт' }).click()
  await expectLoaded(page, NEW)

  // Typed values are preserved when a field is missing.
  await field(page, 'Сумма с НДС').fill('12345,67')
  await page.getByRole('button', { name: 'Выставить счёт' }).click()
  await page.getByText('Выберите договор', { exact: true }).last().waitFor()
  await expectSoundInBothThemes(person, 'a new invoice that is refused')
  await chooseContract(page, ARTIKUL)
  await page.getByText(/^Получатель: ООО «АРТИКУЛ»/).waitFor()
  await expect.poll(() => total(page).innerText()).toMatch(/^12\s345,67/)
  await page.getByRole('button', { name: 'В черновики' }).click()
  await page.getByText('Черновик сохранён').waitFor()
  await page.getByText(/^Аванс по договору, 12\s345,67/).waitFor()
  await expectSoundInBothThemes(person, 'a new invoice with a draft')
  await page.goto(`${origin}/invoice`)
  await page.getByRole('link', { name: 'Продолжить' }).first().click()
  await expect.poll(() => field(page, 'Сумма с НДС').inputValue()).toMatch(/12\s345,67/)
  await expect.poll(() => total(page).innerText()).toMatch(/^12\s345,67/)
  const advance = await issue(page)
  await page
    .getByText(/^Аванс по договору № /)
    .first()
    .waitFor()
  await expectSoundInBothThemes(person, 'an invoice of an advance')
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
  await page.getByRole('button', { name: 'Аннулировать' }).click()
  await field(page.getByRole('dialog'), 'Причина').fill('Не та сумма')
  await page.getByRole('dialog').getByRole('button', { name: 'Аннулировать' }).click()
  await page.getByText('Счёт аннулирован.').waitFor()

  await page.goto(`${origin}/invoice?kind=orders`)
  await expectLoaded(page, NEW)
  await chooseContract(page, ARTIKUL)
  const orders = page.getByRole('group', { name: 'Заказы' }).getByRole('listitem')
  await orders.first().waitFor()
  const free = orders.getByRole('checkbox', { disabled: false })
  await free.nth(0).check()
  await free.nth(1).check()
  await total(page).waitFor()
  await expectSoundInBothThemes(person, 'a new invoice of orders')
  const ofOrders = await issue(page)
  expect(ofOrders).not.toBe(advance)
  expect(await page.getByRole('cell', { name: /^Автозапчасти по заказу № / }).count()).toBe(2)

  await page.goto(`${origin}/invoice?kind=shipments`)
  await expectLoaded(page, NEW)
  await expectSoundInBothThemes(person, 'a new invoice of shipments')

  await page.goto(`${origin}/invoice?kind=goods`)
  await expectLoaded(page, NEW)
  await chooseContract(page, ARTIKUL)
  await page.getByLabel('Артикул и количество').fill('26300-35503 4')
  await page.keyboard.press('Enter')
  await page.getByText(/^1\. .*26300-35503/).waitFor()
  await page.getByRole('button', { name: 'Вставить списком' }).click()
  await page.getByLabel('Список').fill('04152-YZZA1;2\nНЕТТАКОГО-1 1')
  await page.getByRole('button', { name: 'Найти и добавить' }).click()
  await page.getByText('У этого продавца не нашли: НЕТТАКОГО-1. Проверьте артикулы.').waitFor()
  await total(page).waitFor()
  await expectLoaded(page, NEW)
  await expectSoundInBothThemes(person, 'a new invoice of goods')
  await issue(page)
  await page.goto(`${origin}/finances?tab=documents&kind=invoice`)
  await page
    .getByRole('link', { name: `№ ${ofOrders}` })
    .first()
    .waitFor()
  await person.close()
})

test.each(WIDTHS)(
  'manager types lines and prices, and the client sees the invoice without a reload, at $width',
  async ({ screen }) => {
    const company = await chooseVolga()
    const client = await visit()
    await signIn(client, 'ContractorAdmin')
    await client.page.goto(`${client.origin}/finances?tab=documents&kind=invoice`)
    await expectLoaded(client.page, 'Взаиморасчёты')

    const person = await visit(screen)
    await signIn(person, 'ArtikulOrderManager')
    const { page, origin } = person
    await page.goto(`${origin}/contractors/${company.id}`)
    await page.getByRole('link', { name: 'Выставить счёт' }).click()
    await expectLoaded(page, NEW)
    await chooseContract(page, ARTIKUL)
    await page.getByLabel('За товары').check()
    await page.getByLabel('Артикул и количество').fill('26300-35503 2')
    await page.getByRole('button', { name: 'Добавить' }).click()
    await page.getByText(/^1\. .*26300-35503/).waitFor()
    await page.getByLabel(/^Цена с НДС: /).fill('1')
    await page.keyboard.press('Tab')
    await page.getByText(/^Ниже закупки: /).waitFor()
    await expectSoundInBothThemes(person, 'a price that is too low', /409 \(Conflict\)/)
    await page.getByLabel(/^Цена с НДС: /).fill('2000')
    await page.getByRole('button', { name: 'Своя строка' }).click()
    await page.getByLabel('2. Название').fill('Доставка «до двери» | срочно')
    await page.getByLabel(/^Цена с НДС: Доставка/).fill('500,50')
    await page.keyboard.press('Tab')
    await expect.poll(() => total(page).innerText()).toMatch(/^4\s500,50/)
    await expectSoundInBothThemes(person, 'lines of a manager', /409 \(Conflict\)/)
    const number = await issue(page)
    await page.getByRole('cell', { name: 'Доставка «до двери» | срочно' }).waitFor()
    await page.getByText(company.name).first().waitFor()
    // Appears without a reload.
    await client.page.getByRole('link', { name: `№ ${number}` }).waitFor()
    await page.getByRole('link', { name: 'Перевыставить' }).click()
    await expectLoaded(page, 'Новый счёт взамен прежнего')
    await expect.poll(() => total(page).innerText()).toMatch(/^4\s500,50/)
    await expectSound(person, 'an invoice in place of another', /409 \(Conflict\)/)
    const later = await issue(page)
    await page
      .getByText(new RegExp(`взамен счёта № ${number}`))
      .first()
      .waitFor()
    await client.page.getByRole('link', { name: `№ ${later}` }).waitFor()
    await client.page.getByRole('link', { name: `№ ${number}` }).click()
    await client.page.getByText(`Взамен выставлен счёт № ${later}`).waitFor()
    await person.close()
    await client.close()
  },
)

/** Chooses the contract of the seller whose invoice numbers begin so. */
const chooseContract = (page: Page, seller: RegExp) =>
  field(page, 'Договор').evaluate((select: HTMLSelectElement, source) => {
    const option = [...select.options].find(({ text }) => new RegExp(source).test(text))
    select.value = option?.value ?? ''
    select.dispatchEvent(new Event('change', { bubbles: true }))
  }, seller.source)
