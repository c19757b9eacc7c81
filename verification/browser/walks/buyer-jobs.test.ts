import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { reportFigure } from '@artikul/server/figures'
import {
  ACCOUNTS,
  expectLoaded,
  field,
  SCREENS,
  signIn,
  useBrowser,
  type Account,
  type Screen,
} from '../../../e2e/src/browser.ts'
import { useServer } from '../../../e2e/src/own-server.ts'
import { useMailServer } from '../../../e2e/src/mail-server.ts'
import { callAs } from '../../../e2e/src/people.ts'
import { PHOTO } from '../../../e2e/src/photo.ts'
import { Hand } from './hand.factory.ts'

const post = useMailServer(3197)
useServer(() => ({ SMTP_URL: post.url, MAIL_FROM: 'Артикул <noreply@portal.example>' }))
const visit = useBrowser()
const [DESK, PHONE] = [SCREENS[0], SCREENS[2]]

interface Job {
  name: string
  /** Clicks of the same job before the pages were made for it. */
  before: number
  /** Absent before signing in. */
  who?: Account
  screen: Screen
  work: (hand: Hand) => Promise<void>
}

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Основная навигация' }).getByRole('link', { name: new RegExp(`^${name}`) })

/** Places the selected lines of the open cart. */
async function placeOrder(hand: Hand) {
  const { page } = hand
  await hand.click(page.getByRole('button', { name: 'Оформить заказ' }))
  await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Оформить', exact: true }))
  await page
    .getByText(/^Создан/)
    .first()
    .waitFor()
}

const JOBS: Job[] = [
  {
    name: 'order three parts to two points',
    before: 8,
    who: 'ContractorAdmin',
    screen: DESK,
    async work(hand) {
      const { page } = hand
      const add = async (article: string) => {
        await hand.press('/')
        await hand.type(article)
        await hand.press('Enter')
        await expectLoaded(page, new RegExp(article))
        await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-offer'))).toBeTruthy()
        await hand.press('Enter')
        await page.getByText('Добавлено в корзину').first().waitFor()
      }
      await add('43470-68167')
      await add('26300-35503')
      const points = page.getByRole('combobox', { name: /^Куда/ })
      const other = await points.locator('option').nth(1).innerText()
      await hand.choose(points, other)
      await add('550052791')
      await hand.click(section(page, 'Корзина'))
      await placeOrder(hand)
    },
  },
  {
    name: 'order a messy list at the lowest prices',
    before: 10,
    who: 'ContractorAdmin',
    screen: DESK,
    async work(hand) {
      const { page } = hand
      await hand.click(section(page, 'По списку'))
      await hand.file(page.locator('input[type=file]'), { name: 'Заявка.csv', mimeType: 'text/csv', buffer: MESSY })
      await page.getByText(/^К заказу \d+\s+строк/).waitFor()
      await hand.click(page.getByRole('button', { name: /^Дешевле/ }))
      await hand.click(page.getByRole('button', { name: 'В корзину' }))
      await hand.click(page.getByRole('link', { name: 'Перейти в корзину' }))
      await placeOrder(hand)
    },
  },
  {
    name: 'see why a part is late',
    before: 1,
    who: 'ContractorAdmin',
    screen: DESK,
    async work(hand) {
      const { page } = hand
      const late = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Опаздывают/ }) })
      await late
        .getByText(/^Опаздывает на/)
        .first()
        .waitFor()
      await hand.click(late.getByRole('link', { name: /№ 26/ }).first())
      await expectLoaded(page, /^Заказ/)
      await page
        .getByText(/Опаздывает/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'put two pieces into the cart on a phone',
    before: 4,
    who: 'ContractorUser',
    screen: PHONE,
    async work(hand) {
      const { page } = hand
      await hand.click(page.getByRole('combobox', { name: 'Поиск запчастей' }))
      await hand.type('43470-68167*2')
      await hand.press('Enter')
      await hand.click(page.getByRole('button', { name: /^В корзину/ }).first())
      await page.getByText('Добавлено в корзину').first().waitFor()
    },
  },
  {
    name: 'claim a defect with a photo on a phone',
    before: 10,
    who: 'ContractorUser',
    screen: PHONE,
    async work(hand) {
      const { page } = hand
      const article = await claimableArticle()
      await hand.click(page.getByRole('button', { name: 'Ещё разделы' }))
      await hand.click(page.getByRole('menuitem', { name: 'Возвраты' }))
      await hand.click(page.getByRole('link', { name: /обращение/i }).first())
      await hand.click(page.getByLabel('Артикул, штрихкод или номер отгрузки'))
      await hand.type(article)
      await page.waitForURL(/q=/)
      await expectLoaded(page)
      await hand.click(page.locator('main').getByRole('link', { name: /^№/ }).first())
      await hand.click(page.getByRole('radio', { name: /^Брак/ }).first())
      await hand.click(page.getByLabel('Описание'))
      await hand.type('Скол на фланце')
      await hand.file(page.locator('input[type=file]'), PHOTO)
      await page.getByRole('list', { name: 'Приложенные файлы' }).waitFor()
      await hand.click(page.getByRole('button', { name: 'Подать обращение' }))
      await page.waitForURL(/\/claims\/\d+$/)
    },
  },
  {
    name: 'pay three shipments and download the invoice',
    before: 11,
    who: 'ContractorAdmin',
    screen: DESK,
    async work(hand) {
      const { page } = hand
      await hand.click(section(page, 'Взаиморасчёты'))
      const boxes = page.getByRole('table', { name: 'К оплате' }).getByRole('checkbox', { name: /^Выбрать отгрузку/ })
      await boxes.first().waitFor()
      for (const at of [0, 1, 2]) await hand.click(boxes.nth(at))
      await hand.click(page.getByRole('button', { name: 'Счёт на выбранное' }))
      await page.waitForURL(/\/invoice\/\d+$/)
      expect(await hand.download(page.getByRole('button', { name: 'PDF' }))).toMatch(/\.pdf$/)
    },
  },
  {
    name: 'download the reconciliation statement of last month',
    before: 5,
    who: 'ContractorAdmin',
    screen: DESK,
    async work(hand) {
      const { page } = hand
      await hand.click(section(page, 'Взаиморасчёты'))
      await hand.click(page.getByRole('tab', { name: 'Закрыть месяц' }))
      expect(await hand.download(page.getByRole('button', { name: /^Акт сверки PDF/ }).first())).toMatch(/\.pdf$/)
    },
  },
  { name: 'register a company', before: 16, screen: DESK, work: register },
  {
    // It could not be done at all.
    name: 'download the documents of last month in one archive',
    before: 4,
    who: 'ContractorAdmin',
    screen: DESK,
    async work(hand) {
      const { page } = hand
      await hand.click(section(page, 'Взаиморасчёты'))
      await hand.click(page.getByRole('tab', { name: 'Закрыть месяц' }))
      expect(await hand.download(page.getByRole('button', { name: /архив за месяц/ }))).toMatch(/\.zip$/)
    },
  },
]

test.each(JOBS)('buyer can $name', async ({ name, before, who, screen, work }) => {
  const person = await visit(screen)
  if (who) await signIn(person, who)
  await person.page.goto(person.origin)
  await expectLoaded(person.page)
  const hand = new Hand(person.page)
  await work(hand)
  reportFigure('buyer-jobs', `${name}: ${hand.clicks} clicks (before ${before}), ${hand.keys} keys, ${hand.seconds} s`)
  expect(hand.clicks).toBeLessThanOrEqual(before)
  expect(person.noise).toEqual([])
  await person.close()
})

const PASSWORD = 'Новая-Компания-2026'

/** Registers a company: the first field by a press, the others by Tab. */
async function register(hand: Hand) {
  const { page } = hand
  const fill = async (fields: Record<string, string>) => {
    for (const [at, [label, text]] of Object.entries(fields).entries()) {
      const target = field(page.locator('main form'), label)
      if (at === 0) await hand.click(target)
      else await target.focus()
      // Tab, and the text.
      hand.keys += 1
      await hand.type(text)
    }
  }
  await hand.click(page.getByRole('link', { name: 'Зарегистрировать компанию' }).first())
  await expectLoaded(page)
  await fill({
    ИНН: '6317004213',
    КПП: '631701001',
    Наименование: 'ООО «Рассвет Моторс»',
    'Полное наименование': 'Общество с ограниченной ответственностью «Рассвет Моторс»',
    'Юридический адрес': '443099, г. Самара, ул. Куйбышева, д. 95',
  })
  await hand.click(page.getByRole('button', { name: 'Далее' }))
  await page.getByRole('heading', { level: 2, name: 'Контактное лицо' }).waitFor()
  await fill({
    ФИО: 'Рассветов Павел Ильич',
    'Электронная почта': 'admin@rassvet.test',
    Телефон: '+78460001122',
    Пароль: PASSWORD,
  })
  await hand.click(page.getByRole('button', { name: 'Далее' }))
  await hand.click(page.getByRole('checkbox', { name: 'Принимаю условия оферты' }))
  await hand.click(page.getByRole('checkbox', { name: 'Даю согласие на обработку персональных данных' }))
  await hand.click(page.getByRole('button', { name: 'Зарегистрироваться' }))
  await page.getByRole('heading', { name: 'Проверьте почту' }).waitFor()
  const letter = await post.receive('admin@rassvet.test', 'Подтвердите регистрацию')
  hand.clicks += 1
  await page.goto(letter.link)
  await hand.click(field(page, 'Пароль, который вы придумали при регистрации'))
  await hand.type(PASSWORD)
  await hand.press('Enter')
  await page.getByText(/отправлена менеджеру/).waitFor()
}

const OILS = ['SHELL 550052677', 'SHELL 550052791', 'MOBIL 152567']

/** Thirty rows as a workshop writes them: makers and articles in the name, words for numbers, quantities missing. */
const MESSY = Buffer.from(
  [
    'Наименование;Кол-во',
    'ШРУС наружный TOYOTA 43470-68167;2',
    'Пр-ль HYUNDAI/KIA арт. 26300-35503;три',
    ...Array.from({ length: 28 }, (_, at) => `Масло моторное ${OILS[at % OILS.length]};${at % 4 === 0 ? '' : 1}`),
  ].join('\n'),
)

/** Article of the newest shipment that can be claimed. */
async function claimableArticle(): Promise<string> {
  const client = await callAs(ACCOUNTS.ContractorUser)
  const { results } = await client.get<{ results: { id: number }[] }>('/claims/shipments')
  for (const { id } of results) {
    const { lines } = await client.get<{
      lines: { article: string; kinds: { kind: string; reason: string | null }[] }[]
    }>(`/claims/shipments/${id}`)
    const line = lines.find(({ kinds }) => kinds.some(({ kind, reason }) => kind === 'defect' && reason === null))
    if (line) return line.article
  }
  throw new Error('nothing to claim')
}
