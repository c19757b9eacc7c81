import { expect, test } from 'vitest'
import { reportFigure } from '@artikul/server/figures'
import { ACCOUNTS, expectLoaded, field, SCREENS, signIn, useBrowser } from '../../../e2e/src/browser.ts'
import { useServer } from '../../../e2e/src/own-server.ts'
import { callAs } from '../../../e2e/src/people.ts'
import { Hand } from './hand.factory.ts'

useServer()
const visit = useBrowser()

interface Job {
  name: string
  /** Clicks of the same job before the pages were made for it. */
  before: number
  work: (hand: Hand) => Promise<void>
}

const section = (hand: Hand, name: string) =>
  hand.page.getByRole('navigation', { name: 'Основная навигация' }).getByRole('link', { name: new RegExp(`^${name}`) })

interface Listed {
  id: number
  number: string
  lines_count: number
}

const JOBS: Job[] = [
  {
    name: 'act for a client known by the ИНН',
    before: 4,
    async work(hand) {
      const { page } = hand
      await hand.press('Control+k')
      await page.getByRole('combobox').first().waitFor()
      await hand.type('6320123450')
      await hand.click(page.getByRole('option', { name: /администратор компании/ }).first())
      await page
        .getByText(/^Вы работаете от имени/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'refuse three lines of an order',
    before: 10,
    async work(hand) {
      const { page } = hand
      const manager = await callAs(ACCOUNTS.ArtikulOrderManager)
      const { results } = await manager.get<{ results: Listed[] }>('/orders?status=in_work&page_size=100')
      const order = results.find(({ lines_count: count }) => count >= 3) ?? expect.fail('no order of three lines')
      await hand.press('Control+k')
      await page.getByRole('combobox').first().waitFor()
      await hand.type(order.number)
      await page
        .getByRole('option', { name: new RegExp(order.number) })
        .first()
        .waitFor()
      await hand.press('Enter')
      await expectLoaded(page, new RegExp(order.number))
      await hand.click(page.getByRole('button', { name: 'Отказать…' }))
      const window = page.getByRole('dialog')
      const boxes = window.getByRole('checkbox')
      await boxes.first().waitFor()
      for (let at = 0; at < 3; at++) if (!(await boxes.nth(at).isChecked())) await hand.click(boxes.nth(at))
      await hand.click(field(window, 'Причина'))
      await hand.type('Снято с производства')
      await hand.click(window.getByRole('button', { name: /^Отказать/ }))
      await page
        .getByText(/^Отказано/)
        .first()
        .waitFor()
    },
  },
  {
    name: 'ship what is ready for a point',
    before: 3,
    async work(hand) {
      const { page } = hand
      await hand.click(section(hand, 'Рейсы'))
      await hand.click(page.getByRole('button', { name: /^Отгрузить: / }).first())
      await hand.click(page.getByRole('button', { name: /^Отгрузить на / }))
      await page.waitForURL(/\/shipments\/\d+$/)
    },
  },
  {
    name: 'set the markup of a brand',
    before: 7,
    async work(hand) {
      const { page } = hand
      await hand.click(section(hand, 'Цены'))
      await hand.click(page.getByRole('button', { name: 'Добавить условие' }))
      const window = page.getByRole('dialog', { name: 'Новое ценовое условие' })
      await hand.click(window.getByRole('radio', { name: 'Для всех покупателей' }))
      await hand.click(window.getByRole('radio', { name: /^На товары по бренду/ }))
      await hand.click(field(window, 'Бренд'))
      await hand.type('KYB')
      await window.getByRole('option', { name: /KYB/ }).first().waitFor()
      await hand.press('Enter')
      await field(window, 'Процент').focus()
      hand.keys += 1
      await hand.type('7')
      await hand.click(window.getByRole('button', { name: 'Добавить', exact: true }))
      await window.waitFor({ state: 'detached' })
    },
  },
  {
    name: 'approve a company',
    // Four clicks and three lists.
    before: 10,
    async work(hand) {
      const { page } = hand
      await hand.click(section(hand, 'Покупатели'))
      await hand.click(page.getByRole('button', { name: /Ждут решения/ }))
      await hand.click(page.locator('main').getByRole('table').getByRole('link').first())
      await hand.click(page.getByRole('button', { name: 'Принять', exact: true }))
      const window = page.getByRole('dialog', { name: 'Принять заявку' })
      await hand.choose(field(window, 'Ценовая группа'), 'Опт 1')
      await hand.choose(field(window, 'Продавец'), 'ООО «АРТИКУЛ»')
      await field(window, 'Номер договора').focus()
      await hand.type('АВ-1/2026')
      await hand.click(window.getByRole('button', { name: 'Принять' }))
      await page.getByText('Заявка принята').waitFor()
    },
  },
  {
    name: 'publish news',
    before: 7,
    async work(hand) {
      const { page } = hand
      await hand.click(page.getByRole('link', { name: 'Новости' }).first())
      await hand.click(page.getByRole('link', { name: 'Написать новость' }))
      await hand.click(field(page, 'Заголовок'))
      await hand.type('Новый склад')
      for (const label of ['Анонс', 'Текст']) {
        await field(page, label).focus()
        hand.keys += 1
        await hand.type('Открыт склад в Химках.')
      }
      await hand.click(page.getByRole('button', { name: 'Опубликовать…' }))
      await hand.click(page.getByRole('dialog').getByRole('button', { name: 'Опубликовать' }))
      await page.getByText('Опубликована', { exact: true }).waitFor()
    },
  },
]

test.each(JOBS)('manager can $name', async ({ name, before, work }) => {
  const person = await visit(SCREENS[0])
  await signIn(person, 'ArtikulOrderManager')
  await person.page.goto(person.origin)
  await expectLoaded(person.page)
  const hand = new Hand(person.page)
  await work(hand)
  reportFigure('staff-jobs', `${name}: ${hand.clicks} clicks (before ${before}), ${hand.keys} keys, ${hand.seconds} s`)
  expect(hand.clicks).toBeLessThanOrEqual(before)
  expect(person.noise).toEqual([])
  await person.close()
})
