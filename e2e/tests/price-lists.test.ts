import { IS_VERIFY } from '@artikul/server/figures'
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSound,
  expectSoundInBothThemes,
  field,
  SCREENS,
  signIn,
  useBrowser,
  type Visit,
} from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs } from '../src/people.ts'

useServer()
const visit = useBrowser()

const HEADER = 'Поле 1;Поле 2;Поле 3;Поле 4;Поле 5'
/** Builds a price list under uninformative headings. */
const list = (articles: readonly string[], price: number) => {
  const rows = articles.map((article) => `BOSCH;${article};Щётка стеклоочистителя;7;${price}`)
  return Buffer.from([HEADER, ...rows, 'BOSCH;BROKEN-1;Без цены;1;договорная', ''].join('\n'))
}

async function isFound(article: string): Promise<boolean> {
  const client = await callAs(ACCOUNTS.ContractorUser)
  const { groups } = await client.get<{ groups: { offers: object[] }[] }>(`/search?q=${article}`)
  return groups.some(({ offers }) => offers.length > 0)
}

test.each(IS_VERIFY ? [SCREENS[0], SCREENS[2]] : [SCREENS[0]])(
  'partner price list is checked, imported, found in search and rolled back: $name',
  async (screen) => {
    const person = await visit(screen)
    const { page } = person
    const partner = `Партнёр ${screen.width}`
    const articles = ['A', 'B', 'C'].map((letter) => `SCR${screen.width}${letter}`)
    const [article = ''] = articles
    await signIn(person, 'ArtikulOrderManager')
    await page.goto(`${person.origin}/settings?tab=price-lists`)
    await expectLoaded(page, 'Настройки')
    await page.getByRole('button', { name: 'Загрузить прайс-лист' }).waitFor()
    await expectSoundInBothThemes(person, 'before anything is sent')

    const warehouse = page.getByRole('dialog').getByRole('combobox', { name: /^Склад/ })
    const opened = await send(person, 'июнь.csv', list(articles, 150), async () => {
      await warehouse.fill('Новый')
      await page.getByRole('option', { name: /^Новый поставщик/ }).click()
      await field(page.getByRole('dialog'), 'Название поставщика').fill(partner)
      await field(page.getByRole('dialog'), 'Продавец (наше юрлицо)').selectOption({ index: 1 })
      await expectSoundInBothThemes(person, 'a new partner')
    })
    await opened.getByRole('region', { name: 'Первые строки файла' }).waitFor()
    await opened.getByLabel('Строка заголовка').selectOption('Строка 1')
    const fields = ['Производитель', 'Артикул', 'Наименование', 'Остаток', 'Цена закупки']
    for (const [at, label] of fields.entries())
      await opened.getByLabel(`Столбец ${'ABCDE'[at] ?? ''}`).selectOption(label)
    await expectSoundInBothThemes(person, 'columns')
    await opened.getByRole('button', { name: 'Проверить' }).click()
    await opened.getByRole('region', { name: 'Предложения склада' }).getByText('Добавится').waitFor()
    expect(await isFound(article), 'a check changes nothing').toBe(false)
    await expectSoundInBothThemes(person, 'what it would change')
    const [report] = await Promise.all([
      page.waitForEvent('download'),
      opened.getByRole('button', { name: 'Отклонённые строки' }).click(),
    ])
    expect(await readFile(await report.path(), 'utf8')).toContain('5;Не указана цена;договорная')
    await opened.getByRole('button', { name: 'Загрузить', exact: true }).click()
    await opened.getByText('Загружен', { exact: true }).waitFor()
    expect(await isFound(article)).toBe(true)
    await opened.getByRole('button', { name: 'Закрыть' }).click()

    const next = await send(person, 'июль.csv', list(articles, 15_000), async () => {
      await warehouse.fill(partner)
      await page.getByRole('option', { name: partner }).click()
    })
    await next.getByText('Столбцы и ответы такие же, как в прошлом файле с этим заголовком.').waitFor()
    await next.getByRole('button', { name: 'Загрузить сразу' }).click()
    await next.getByText(/^Цены выросли в 100\sраз у 100\s% строк$/).waitFor()
    await expectSoundInBothThemes(person, 'a suspicious file')
    await next.getByRole('button', { name: 'Отклонить' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Да' }).click()
    await next.getByText('Отклонён', { exact: true }).waitFor()
    await next.getByRole('button', { name: 'Закрыть' }).click()

    await page.getByRole('button', { name: 'июнь.csv' }).first().click()
    await opened.getByRole('button', { name: 'Отменить загрузку' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Да' }).click()
    await opened.getByText('Отменена', { exact: true }).waitFor()
    expect(await isFound(article)).toBe(false)
    await opened.getByRole('button', { name: 'Закрыть' }).click()
    await expectSound(person, 'the history')
    await person.close()
  },
)

async function send({ page }: Visit, name: string, buffer: Buffer, choose: () => Promise<void>) {
  await page.getByRole('button', { name: 'Загрузить прайс-лист' }).click()
  const window = page.getByRole('dialog', { name: 'Загрузить прайс-лист' })
  await choose()
  await window.getByLabel('Файл', { exact: true }).setInputFiles({ name, mimeType: 'text/csv', buffer })
  await window.getByRole('button', { name: 'Прочитать' }).click()
  return page.getByRole('dialog', { name })
}
