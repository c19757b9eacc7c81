import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { reportFigure } from '@artikul/server/figures'
import { expectLoaded, expectSound, signInByForm, useBrowser, type Visit } from '../../../e2e/src/browser.ts'
import { useMailServer } from '../../../e2e/src/mail-server.ts'
import { useEmptyServer } from '../../../e2e/src/own-server.ts'
import { Hand } from './hand.factory.ts'

const MAIL_PORT = 3196
const post = useMailServer(MAIL_PORT)
const setupCode = useEmptyServer(() => ({ PRIVATE_URLS: 'on' }))
const visit = useBrowser()

const PASSWORD = 'Тридцать три карбюратора 8'
const ADMIN = 'anna@portal.test'
const BUYER = 'petr@workshop.test'
const PRICE_LIST = `Производитель;Артикул;Наименование;Остаток;Цена закупки
TOYOTA;04152-YZZA1;Фильтр масляный;25;450
MANN-FILTER;W 914/2;Фильтр масляный;40;610,50
`

/** Fills text fields by their labels, each with a click. */
async function fill(hand: Hand, within: Page | Locator, fields: Record<string, string>) {
  for (const [label, text] of Object.entries(fields)) {
    await hand.click(within.getByRole('textbox', { name: new RegExp(`^${label}`) }).first())
    await hand.type(text)
  }
}

/** Opens the next step from the list of steps. */
async function take(hand: Hand, { page, origin }: Visit, act: string) {
  await page.goto(`${origin}/settings`)
  await expectLoaded(page, 'Настройки')
  await hand.click(page.getByRole('link', { name: act }))
}

async function save(hand: Hand, dialog: Locator, button: string) {
  await hand.click(dialog.getByRole('button', { name: button, exact: true }))
  await dialog.waitFor({ state: 'detached' })
}

type Step = [name: string, run: (hand: Hand, person: Visit) => Promise<void>]

const STEPS: Step[] = [
  [
    'administrator',
    async (hand, { page, origin }) => {
      await page.goto(origin)
      await page.waitForURL(/\/setup/)
      await fill(hand, page, {
        Код: setupCode(),
        Фамилия: 'Первая Анна Ивановна',
        'Электронная почта': ADMIN,
        Телефон: '+79990000001',
      })
      await hand.click(page.locator('input[type=password]'))
      await hand.type(PASSWORD)
      await hand.click(page.getByRole('button', { name: 'Создать администратора' }))
      await page.waitForURL((url) => url.pathname === '/settings')
    },
  ],
  [
    'portal',
    async (hand, person) => {
      const { page } = person
      await take(hand, person, 'Назвать портал')
      await fill(hand, page, { Название: 'Детали', Цвет: '#0b6e4f' })
      await hand.click(page.getByRole('button', { name: 'Сохранить' }))
      await page.getByRole('banner').getByText('Детали').waitFor()
    },
  ],
  [
    'own company',
    async (hand, person) => {
      const { page } = person
      await take(hand, person, 'Добавить компанию')
      await hand.click(page.getByRole('button', { name: 'Добавить компанию' }))
      const form = page.getByRole('dialog')
      await fill(hand, form, {
        ИНН: '7707083893',
        КПП: '770701001',
        Наименование: 'ООО «Детали»',
        'Полное наименование': 'Общество с ограниченной ответственностью «Детали»',
        ОГРН: '1027700132195',
        'Юридический адрес': 'г. Москва, ул. Вавилова, д. 19',
        'Должность руководителя': 'Директор',
        Руководитель: 'Иванов И. И.',
        'Префикс номеров счетов': 'ДТ',
      })
      await hand.choose(form.getByRole('combobox', { name: 'Налоговый режим' }), 'ОСНО, НДС 22 %')
      await hand.choose(form.getByRole('combobox', { name: 'Учёт ведётся' }), 'На портале')
      await hand.click(form.getByRole('button', { name: 'Добавить счёт' }))
      await fill(hand, form, {
        БИК: '044525225',
        Банк: 'ПАО Сбербанк',
        'Расчётный счёт': '40702810138250123017',
        'Корр. счёт': '30101810400000000225',
      })
      await save(hand, form, 'Добавить')
    },
  ],
  [
    'mail',
    async (hand, person) => {
      const { page } = person
      await take(hand, person, 'Задать сервер')
      await fill(hand, page, { Сервер: '127.0.0.1', Отправитель: 'Детали <noreply@portal.test>' })
      await hand.click(page.getByRole('radio', { name: /STARTTLS/ }))
      const port = page.getByRole('textbox', { name: 'Порт' })
      await hand.click(port)
      await port.fill('')
      await hand.type(String(MAIL_PORT))
      await hand.click(page.getByRole('button', { name: 'Сохранить' }))
      await hand.click(page.getByRole('button', { name: 'Отправить пробное письмо' }))
      await post.receive(ADMIN, 'Пробное письмо портала')
    },
  ],
  [
    'delivery',
    async (hand, person) => {
      const { page } = person
      await take(hand, person, 'Добавить зону')
      await hand.click(page.getByRole('button', { name: 'Добавить зону' }))
      const form = page.getByRole('dialog')
      await fill(hand, form, { 'Название зоны': 'Город' })
      await hand.click(form.getByRole('button', { name: 'Добавить рейс' }))
      await form.getByLabel('Отправление').fill('18:00')
      await form.getByLabel('Заказать до').fill('16:00')
      hand.keys += 8
      await save(hand, form, 'Добавить')
    },
  ],
  [
    'warehouse',
    async (hand, person) => {
      const { page } = person
      await take(hand, person, 'Добавить склад')
      await hand.click(page.getByRole('button', { name: 'Добавить свой склад' }))
      const form = page.getByRole('dialog')
      await fill(hand, form, { 'Как видят клиенты': 'Основной склад' })
      await save(hand, form, 'Добавить')
    },
  ],
  [
    'price group',
    async (hand, person) => {
      const { page } = person
      await take(hand, person, 'Добавить колонку цен')
      await hand.click(page.getByRole('button', { name: 'Добавить колонку' }))
      const form = page.getByRole('dialog')
      await fill(hand, form, { Название: 'Опт' })
      await hand.click(form.getByLabel('Наценка, %'))
      await hand.type('20')
      await save(hand, form, 'Добавить')
    },
  ],
  [
    'price list',
    async (hand, person) => {
      const { page } = person
      await take(hand, person, 'Загрузить прайс-лист')
      await hand.click(page.getByRole('button', { name: 'Загрузить прайс-лист' }))
      const form = page.getByRole('dialog')
      await hand.click(form.getByRole('combobox', { name: /^Склад/ }))
      await hand.click(page.getByRole('option', { name: 'Основной склад' }))
      const file = { name: 'прайс.csv', mimeType: 'text/csv', buffer: Buffer.from(PRICE_LIST) }
      await hand.file(form.locator('input[type=file]'), file)
      await hand.click(form.getByRole('button', { name: 'Прочитать' }))
      await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Загрузить сразу' }))
      await page.getByRole('dialog').getByText('Загружен', { exact: true }).waitFor()
    },
  ],
  [
    'buyer',
    async (hand, person) => {
      const { page } = person
      await take(hand, person, 'Добавить покупателя')
      await hand.click(page.getByRole('button', { name: 'Добавить покупателя' }).first())
      const form = page.getByRole('dialog')
      await fill(hand, form, {
        ИНН: '7736207543',
        КПП: '773601001',
        Наименование: 'ООО «Мастерская»',
        'Полное наименование': 'ООО «Мастерская»',
        'Юридический адрес': 'г. Москва, ул. Льва Толстого, д. 16',
      })
      await hand.choose(form.getByRole('combobox', { name: 'Ценовая группа' }), 'Опт')
      await save(hand, form, 'Создать')
      await page.waitForURL(/\/contractors\/\d+/)
      await hand.click(page.getByRole('tab', { name: 'Договоры' }))
      await hand.click(page.getByRole('button', { name: 'Новый договор' }).first())
      await hand.choose(form.getByRole('combobox', { name: 'Продавец' }), 'ООО «Детали»')
      await fill(hand, form, { 'Номер договора': '1' })
      await save(hand, form, 'Создать')
      await hand.click(page.getByRole('tab', { name: 'Сотрудники' }))
      await hand.click(page.getByRole('button', { name: /Пригласить/ }).first())
      await fill(hand, form, { ФИО: 'Петров Пётр Петрович', 'Электронная почта': BUYER })
      await save(hand, form, 'Пригласить')
    },
  ],
]

test('empty portal is set up without a shell command until a buyer has ordered', { timeout: 300_000 }, async () => {
  const started = performance.now()
  const person = await visit()
  const hand = new Hand(person.page)
  const figures: string[] = []
  let clicks = 0
  for (const [name, run] of STEPS) {
    await run(hand, person)
    figures.push(`${name} ${hand.clicks - clicks}`)
    clicks = hand.clicks
  }
  await person.page.goto(`${person.origin}/settings`)
  await expectSound(person, 'steps of the setup')
  await person.page.getByText('Осталось 1 шаг').waitFor()
  expect(person.noise).toEqual([])

  const { link } = await post.receive(BUYER, 'Приглашение на портал')
  const buyer = await visit()
  const order = new Hand(buyer.page)
  await orderFirst(order, buyer, link)
  expect(buyer.noise).toEqual([])
  const minutes = ((performance.now() - started) / 60_000).toFixed(1)
  const seconds = hand.seconds + order.seconds
  reportFigure(
    'первый запуск',
    `${hand.clicks} нажатий администратора (${figures.join(', ')}), ${order.clicks} покупателя; ` +
      `человеку ${Math.round(seconds / 60)} мин, сценарию ${minutes} мин`,
  )
  await person.close()
  await buyer.close()
})

/** Accepts the invitation, finds a part and orders it. */
async function orderFirst(hand: Hand, person: Visit, link: string) {
  const { page, origin } = person
  await page.goto(link)
  await hand.click(page.locator('input[type=password]').first())
  await hand.type(PASSWORD)
  await hand.press('Enter')
  await page.waitForURL(/\/login/)
  await signInByForm(person, BUYER, PASSWORD)
  await page.goto(`${origin}/consignees`)
  await hand.click(page.getByRole('button', { name: 'Добавить точку' }).first())
  const form = page.getByRole('dialog')
  await fill(hand, form, { 'Название точки': 'Цех' })
  await hand.click(form.getByLabel(/^Адрес/).first())
  await hand.type('г. Москва, ул. Льва Толстого, д. 16')
  await save(hand, form, 'Добавить')
  await hand.press('/')
  await hand.type('04152-YZZA1')
  await hand.press('Enter')
  await expectLoaded(page, /04152/)
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-offer'))).toBeTruthy()
  await hand.press('Enter')
  await page.getByText('Добавлено в корзину').first().waitFor()
  await page.goto(`${origin}/cart`)
  await hand.click(page.getByLabel('Принимаю условия оферты'))
  await hand.click(page.getByRole('button', { name: 'Принять', exact: true }))
  await hand.click(page.getByRole('button', { name: 'Оформить заказ' }))
  await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Оформить', exact: true }))
  await page
    .getByText(/^Создан/)
    .first()
    .waitFor()
}
