import { readFileSync } from 'node:fs'
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
  type Account,
  type Visit,
} from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs, COMPANIES } from '../src/people.ts'

useServer()
const visit = useBrowser()

async function openCard(person: Visit, inn: string, tab = '') {
  const { id, name } = await companyOf(inn)
  await person.page.goto(`${person.origin}/contractors/${id}${tab && `?tab=${tab}`}`)
  await expectLoaded(person.page, name)
}

async function visitAs(who: Account, screen = WIDTHS[0]?.screen) {
  const person = await visit(screen)
  await signIn(person, who)
  return person
}

const windowOf = ({ page }: Visit, name: string) => page.getByRole('dialog', { name })

test('current company changed on the companies page is shown in the page header', { tags: 'detail' }, async () => {
  const person = await visitAs('ContractorAdmin')
  const { page, origin } = person
  await page.goto(`${origin}/contractors`)
  await expectLoaded(page, 'Мои компании')
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  for (const [next, before] of [
    ['Гараж-Плюс', 'Автосервис Волга'],
    ['Автосервис Волга', 'Гараж-Плюс'],
  ] as const) {
    await rowOf(next).getByRole('button', { name: 'Сделать текущей' }).click()
    await page.getByText('Покупатель успешно обновлен').last().waitFor()
    await page.getByRole('button', { name: new RegExp(`^Покупатель: ООО «${next}»`) }).waitFor()
    await rowOf(next).getByText('Текущая').waitFor()
    await rowOf(before).getByRole('button', { name: 'Сделать текущей' }).waitFor()
  }
  await expectSound(person, 'companies after the change')
  await person.close()
})

const TABS = [
  'Договоры',
  'ЭДО',
  'Сотрудники',
  'Грузополучатели',
  'Заказы',
  'Взаиморасчёты',
  'Документы',
  'Согласия',
  'История',
  'Реквизиты',
]

test.each(WIDTHS)(
  'company lists and all card tabs render without faults, $width',
  { tags: 'detail' },
  async ({ screen }) => {
    for (const [who, list] of [
      ['ContractorAdmin', 'Мои компании'],
      ['ArtikulOrderManager', 'Покупатели'],
    ] as const) {
      const person = await visitAs(who, screen)
      const { page, origin } = person
      await page.goto(`${origin}/contractors`)
      await expectLoaded(page, list)
      await expectSoundInBothThemes(person, `${who} companies`)
      await page.getByRole('button', { name: /^Добавить (компанию|покупателя)$/ }).click()
      await page.getByRole('dialog').getByLabel('ИНН').waitFor()
      await expectSoundInBothThemes(person, `${who} new company`)
      await openCard(person, COMPANIES.volga)
      const names = await page.getByRole('tab').allInnerTexts()
      expect([...names.slice(1), names[0]]).toEqual(TABS)
      for (const tab of TABS) {
        await page.getByRole('tab', { name: tab, exact: true }).click()
        await page.getByRole('tabpanel', { name: tab, exact: true }).waitFor()
        await expectLoaded(page)
        await expectSoundInBothThemes(person, `${who} ${tab}`)
      }
      await person.close()
    }
  },
)

/** The account key fits one bank only: with the last digit changed it fits none. */
const ACCOUNT = '40702810200000012345'
const WRONG_ACCOUNT = '40702810200000012346'

test(
  'manager changes company details and bank accounts, and a wrong account is refused at its field',
  { tags: 'detail' },
  async () => {
    const person = await visitAs('ArtikulOrderManager')
    const { page } = person
    await openCard(person, COMPANIES.garage)
    await page.getByRole('button', { name: 'Изменить' }).first().click()
    const window = windowOf(person, 'Реквизиты')
    await field(window, 'Фактический адрес').fill('423800, г. Набережные Челны, пр-т Мира, д. 1')
    await window.getByRole('button', { name: 'Добавить счёт' }).click()
    const group = window.getByRole('group', { name: 'Счёт 1' })
    await field(group, 'БИК').fill('044525225')
    await field(group, 'Банк').fill('ПАО СБЕРБАНК г. Москва')
    await field(group, 'Расчётный счёт').fill(WRONG_ACCOUNT)
    await field(group, 'Корр. счёт').fill('30101810400000000225')
    await group.getByText('Расчётный счёт не соответствует БИК').waitFor()
    await window.getByRole('button', { name: 'Сохранить' }).click()
    const account = field(group, 'Расчётный счёт')
    await expect.poll(() => account.evaluate((input) => input === document.activeElement)).toBe(true)
    expect(await account.getAttribute('aria-invalid')).toBe('true')
    expect(await account.inputValue()).toBe(WRONG_ACCOUNT)
    await expectSoundInBothThemes(person, 'wrong account')
    await account.fill(ACCOUNT)
    await group.getByText('Расчётный счёт не соответствует БИК').waitFor({ state: 'detached' })
    await window.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('Реквизиты сохранены').first().waitFor()
    await window.waitFor({ state: 'detached' })
    const card = page.getByRole('tabpanel')
    await card.getByText(ACCOUNT).waitFor()
    await card.getByText('423800, г. Набережные Челны, пр-т Мира, д. 1').waitFor()
    await page.getByRole('tab', { name: 'История' }).click()
    await page.getByRole('cell', { name: 'Фактический адрес' }).or(page.getByText('пр-т Мира')).first().waitFor()
    await expectSound(person, 'history of the change')
    await person.close()
  },
)

/** Smallest file recognised as PDF by its first bytes. */
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
/** The browser also reports a file that is not a scan. */
const REFUSED_FILE = /422 \(Unprocessable/

test(
  'manager creates a contract, copies it for a new term, and uploads and downloads its file',
  { tags: 'detail' },
  async () => {
    const person = await visitAs('ArtikulOrderManager')
    const { page } = person
    await openCard(person, COMPANIES.garage, 'contracts')
    await page.getByRole('button', { name: 'Новый договор' }).click()
    const window = windowOf(person, 'Новый договор')
    await window.getByRole('button', { name: 'Создать' }).click()
    await window.getByText('Выберите продавца').waitFor()
    await field(window, 'Продавец').selectOption({ label: 'ООО «АРТИКУЛ»' })
    await field(window, 'Номер договора').fill('ГП-77')
    await field(window, 'Дата договора').fill('12.01.2026')
    await field(window, 'Действует по').fill('11.01.2026')
    await window.getByRole('button', { name: 'Создать' }).click()
    await window.getByText('Раньше даты договора').waitFor()
    await field(window, 'Действует по').fill('31.12.2027')
    await field(window, 'Предоплата, %').fill('0')
    await field(window, 'Отсрочка, дней').fill('30')
    await field(window, 'Кредитный лимит').fill('500000')
    await expectSoundInBothThemes(person, 'new contract')
    await window.getByRole('button', { name: 'Создать' }).click()
    await page.getByText('Договор создан').first().waitFor()
    await window.waitFor({ state: 'detached' })
    const cardOf = (number: string) => page.getByRole('listitem').filter({ hasText: `Договор ${number}` })
    const card = cardOf('ГП-77')
    await card.getByText('отсрочка 30 календарных дней с отгрузки').waitFor()
    await card.getByText('500 000,00').waitFor()

    await card
      .getByLabel('Файл договора ГП-77')
      .setInputFiles({ name: 'письмо.pdf', mimeType: 'application/pdf', buffer: Buffer.from('не договор') })
    await page.getByText('Файл не загружен').first().waitFor()
    await card
      .getByLabel('Файл договора ГП-77')
      .setInputFiles({ name: 'Договор ГП-77.pdf', mimeType: 'application/pdf', buffer: PDF })
    await page.getByText('Файл договора загружен').first().waitFor()
    const download = page.waitForEvent('download')
    await card.getByRole('button', { name: 'Скачать договор' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('Договор ГП-77.pdf')
    expect(readFileSync(await file.path())).toEqual(PDF)

    await card.getByRole('button', { name: 'На новый срок' }).click()
    const copy = windowOf(person, 'Договор на новый срок')
    expect(await field(copy, 'Дата договора').inputValue()).toBe('01.01.2028')
    expect(await field(copy, 'Действует по').inputValue()).toBe('31.12.2028')
    await field(copy, 'Номер договора').fill('ГП-78')
    await expectSoundInBothThemes(person, 'copy of a contract', REFUSED_FILE)
    await copy.getByRole('button', { name: 'Создать' }).click()
    await copy.waitFor({ state: 'detached' })
    await cardOf('ГП-78').getByText('Основной').waitFor()
    await card.getByText('Основной').waitFor({ state: 'detached' })

    await page.getByRole('tab', { name: 'ЭДО' }).click()
    await page.getByRole('button', { name: 'Изменить ЭДО договора ГП-78' }).click()
    const edo = windowOf(person, 'ЭДО договора ГП-78')
    await field(edo, 'Оператор ЭДО').selectOption('Диадок')
    await field(edo, 'Идентификатор ЭДО').fill('2BM-1650987650')
    await expectSoundInBothThemes(person, 'ЭДО', REFUSED_FILE)
    await edo.getByRole('button', { name: 'Сохранить' }).click()
    await edo.waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: 'ГП-78' }).getByText('Диадок').waitFor()
    await person.close()
  },
)

test('stopped company sees the reason and cannot order until the manager allows orders again', async () => {
  const reason = 'Просрочена оплата по договору'
  const staff = await visitAs('ArtikulOrderManager')
  await openCard(staff, COMPANIES.volga)
  await staff.page.getByRole('button', { name: 'Остановить заказы' }).click()
  const window = windowOf(staff, 'Остановить заказы')
  await window.getByRole('button', { name: 'Остановить' }).click()
  await window.getByText('Заполните поле').waitFor()
  await field(window, 'Причина').fill(reason)
  await expectSoundInBothThemes(staff, 'reason of the stop')
  await window.getByRole('button', { name: 'Остановить' }).click()
  await staff.page.getByText(`Заказы остановлены: ${reason}`).waitFor()
  await expectSoundInBothThemes(staff, 'stopped, to the manager')

  const client = await visitAs('ContractorAdmin')
  await openCard(client, COMPANIES.volga)
  await client.page.getByText(`Заказы остановлены: ${reason}. Обратитесь к вашему менеджеру.`).waitFor()
  await expectSoundInBothThemes(client, 'stopped, to the client')
  await client.page.goto(`${client.origin}/catalog?q=26300-35503`)
  const added = client.page.waitForResponse((reply) => reply.url().endsWith('/cart/lines'))
  await client.page
    .getByRole('button', { name: /^В корзину: HYUNDAI\/KIA 26300-35503/ })
    .first()
    .click()
  await added
  await client.page.goto(`${client.origin}/cart`)
  await client.page.getByRole('button', { name: 'Оформить заказ' }).click()
  const checkout = client.page.getByRole('dialog')
  const placing = checkout.getByRole('button', { name: 'Оформить', exact: true })
  await checkout.getByText(reason).waitFor()
  expect(await placing.count()).toBe(0)
  await expectSound(client, 'refused order', /409 \(Conflict\)/)

  await staff.page.getByRole('button', { name: 'Разрешить заказы' }).click()
  await staff.page.getByRole('alertdialog').getByRole('button', { name: 'Да' }).click()
  await staff.page.getByRole('button', { name: 'Остановить заказы' }).waitFor()
  await expectSound(staff, 'let go')
  await checkout.getByRole('button', { name: 'Повторить' }).click()
  await placing.click()
  await client.page
    .getByRole('link', { name: /Счёт на оплату №|^26-/ })
    .first()
    .waitFor()
  await staff.close()
  await client.close()
})

test(
  'phone number in the URL opens the company card, and an unknown number shows a message',
  { tags: 'detail' },
  async () => {
    const person = await visitAs('ArtikulOrderManager')
    const { page, origin } = person
    const { id, name } = await companyOf(COMPANIES.garage)
    for (const phone of ['+78552000004', '8 (8552) 00-00-04', '78552000004']) {
      await page.goto(`${origin}/contractors?${new URLSearchParams({ phone })}`)
      await page.waitForURL(`${origin}/contractors/${id}`)
      await expectLoaded(page, name)
    }
    await page.goto(`${origin}/contractors?phone=+78552000004`)
    await page.waitForURL(`${origin}/contractors/${id}`)
    await page.goto(`${origin}/contractors?phone=89990000000`)
    await page.getByText('По номеру +7 (999) 000-00-00 никого нет').waitFor()
    await expectSoundInBothThemes(person, 'nobody rings')
    await person.close()
  },
)

interface Company {
  id: number
  inn: string
  name: string
}

async function companyOf(inn: string): Promise<Company> {
  const staff = await callAs(ACCOUNTS.ArtikulOrderManager)
  const { results } = await staff.get<{ results: Company[] }>(`/contractors?q=${inn}`)
  return results[0] ?? expect.fail(`no company ${inn}`)
}
