import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSound,
  expectSoundInBothThemes,
  SCREENS,
  signIn,
  useBrowser,
  type Visit,
} from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs } from '../src/people.ts'

useServer()
const visit = useBrowser()
const PAGE = '/search-by-document'
const PRESENT = { brand: 'HYUNDAI/KIA', article: '26300-35503' }

const asAdmin = () => callAs(ACCOUNTS.ContractorAdmin)
const rowsOf = ({ page }: Visit) => page.getByRole('list', { name: 'Строки списка' }).getByRole('listitem')

/** Uploads a file as a keyboard user does, by the button that opens the file dialog. */
async function sendFile({ page }: Visit, name: string, content: string) {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Выбрать файл' }).press('Enter')
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

test('pasted list shows the result of each line, is corrected and goes to the cart', async () => {
  const person = await open()
  const { page } = person
  await page.getByLabel('Или вставьте список').fill(`${PRESENT.article}*2\nНЕТ-ТАКОГО-9999 1\n263OO-355O3 1`)
  await expectSoundInBothThemes(person, 'start')
  await page.getByRole('button', { name: 'Найти' }).click()
  const rows = rowsOf(person)
  await rows.nth(2).waitFor()
  await rows.nth(0).getByText('Найдено', { exact: true }).waitFor()
  await rows.nth(1).getByText('Такого артикула нет ни у одного производителя, который мы знаем').waitFor()
  await rows.nth(2).getByText('Проверьте артикул').waitFor()
  await page.getByText('К заказу 1 строка на').waitFor()
  await expectSoundInBothThemes(person, 'list')

  await rows
    .nth(2)
    .getByRole('button', { name: /^Другие предложения/ })
    .click()
  const window = page.getByRole('dialog')
  await window.getByText('Лучшая цена').first().waitFor()
  await expectSound(person, 'offers of a row')
  await window.getByRole('button', { name: 'Да, он' }).click()
  await window.waitFor({ state: 'detached' })
  await page.getByText('К заказу 2 строки на').waitFor()

  await page.getByLabel('Артикул: строка 2').fill(PRESENT.article)
  await page.getByLabel('Артикул: строка 2').press('Enter')
  await page.getByText('К заказу 3 строки на').waitFor()
  await page.getByRole('button', { name: 'В корзину' }).click()
  await page.getByText('В корзине 3 строки.').waitFor()
  await page.getByRole('link', { name: 'Перейти в корзину' }).click()
  await expectLoaded(page, 'Корзина')
  await page.getByRole('spinbutton', { name: new RegExp(PRESENT.article) }).waitFor()
  expect(await page.getByRole('spinbutton', { name: new RegExp(PRESENT.article) }).inputValue()).toBe('4')
  expect(person.noise).toEqual([])
  await person.close()
})

test(
  'columns of an uploaded list are corrected and remembered, and the result is downloaded',
  { tags: 'detail' },
  async () => {
    const person = await open()
    const { page } = person
    const file = `Позиция;Нечто;Штук-то\nа;${PRESENT.article};3\nб;НЕТ-ТАКОГО-9999;1\n`
    await sendFile(person, 'Непонятный.csv', file)
    await expectLoaded(page, 'Непонятный.csv')
    await page.getByRole('button', { name: 'Исправить столбцы' }).click()
    const window = page.getByRole('dialog', { name: 'Столбцы списка' })
    await window.getByLabel('Строка заголовка').selectOption({ label: 'Строка 1' })
    await window.getByLabel('Столбец B').selectOption({ label: 'Артикул' })
    await window.getByLabel('Столбец C').selectOption({ label: 'Количество' })
    await window.getByLabel('Столбец A').selectOption({ label: 'Пометка' })
    await expectSoundInBothThemes(person, 'columns')
    await window.getByRole('button', { name: 'Прочитать так' }).click()
    await window.waitFor({ state: 'detached' })
    await page.getByText('К заказу 1 строка на').waitFor()
    expect(await page.getByLabel(/^Ваша пометка: строка 2/).inputValue()).toBe('а')
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Файл с ответом' }).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('Непонятный — ответ.xlsx')
    expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe('PK')

    await page.goto(person.origin + PAGE)
    await page.getByRole('link', { name: /Непонятный\.csv/ }).waitFor()
    await sendFile(person, 'Снова.csv', file)
    await expectLoaded(page, 'Снова.csv')
    await page.getByText(/Столбцы такие же, как вы указали в прошлый раз/).waitFor()
    await page.getByText('К заказу 1 строка на').waitFor()
    expect(person.noise).toEqual([])
    await person.close()
  },
)

test(
  'sheet with a column for each of twelve consignees becomes twelve orders by keyboard only',
  { tags: 'detail' },
  async () => {
    const api = await asAdmin()
    const points = (await api.get<{ results: { id: number; name: string }[] }>('/consignees/options')).results
    expect(points).toHaveLength(12)
    const before = await api.get<{ pagination: { total_count: number } }>('/orders?page_size=50')
    const person = await open()
    const { page } = person
    const header = ['Производитель', 'Артикул', ...points.map(({ name }) => name)].join(';')
    const line = [PRESENT.brand, PRESENT.article, ...points.map(() => 1)].join(';')
    await sendFile(person, 'Точки.csv', `${header}\n${line}\n`)
    await page.getByText('К заказу 12 строк на').waitFor()
    await expectSound(person, 'wide sheet')
    await page.getByRole('button', { name: 'В корзину' }).press('Enter')
    await page.getByText('В корзине 12 строк.').waitFor()
    await page.getByRole('link', { name: 'Перейти в корзину' }).press('Enter')
    await expectLoaded(page, 'Корзина')
    await page.getByRole('button', { name: 'Оформить заказ' }).press('Enter')
    const window = page.getByRole('dialog')
    await page.getByRole('dialog', { name: /^Будет создано 1[23]\sзаказ/ }).waitFor()
    await window.getByRole('button', { name: 'Оформить', exact: true }).press('Enter')
    await page.getByRole('dialog', { name: /^Создано 1[23]\sзаказ/ }).waitFor()
    const { pagination } = await api.get<{ pagination: { total_count: number } }>('/orders?page_size=50')
    expect(pagination.total_count - before.pagination.total_count).toBeGreaterThanOrEqual(12)
    expect(person.noise).toEqual([])
    await person.close()
  },
)

test('list works on a phone and for staff without a cart', { tags: 'detail' }, async () => {
  const person = await open(SCREENS[2])
  const { page } = person
  await page.getByLabel('Или вставьте список').fill(`${PRESENT.article} 2`)
  await page.getByRole('button', { name: 'Найти' }).click()
  await page.getByText('К заказу 1 строка на').waitFor()
  await expectSoundInBothThemes(person, 'list on the phone')
  await person.close()
  const manager = await open(SCREENS[0], 'ArtikulOrderManager')
  await manager.page.getByLabel('Или вставьте список').fill(`${PRESENT.article} 2`)
  await manager.page.getByRole('button', { name: 'Найти' }).click()
  await manager.page.getByText('К заказу 1 строка на').waitFor()
  expect(await manager.page.getByRole('button', { name: 'В корзину' }).count()).toBe(0)
  await expectSound(manager, 'list of staff')
  await manager.close()
})

test('file without rows is refused with a message and keeps the typed text', { tags: 'detail' }, async () => {
  const person = await open()
  const { page } = person
  await page.getByLabel('Или вставьте список').fill('что-то набранное')
  await sendFile(person, 'Пусто.csv', '\n\n')
  await page.getByText(/ни одной заполненной строки|пуст/i).waitFor()
  expect(await page.getByLabel('Или вставьте список').inputValue()).toBe('что-то набранное')
  await expectSound(person, 'refused file', /422/)
  await person.close()
})

async function open(
  screen = SCREENS[0] as (typeof SCREENS)[number],
  role: 'ContractorAdmin' | 'ArtikulOrderManager' = 'ContractorAdmin',
) {
  const person = await visit(screen)
  await signIn(person, role)
  await person.page.goto(person.origin + PAGE)
  await expectLoaded(person.page, 'Заказ по списку')
  return person
}
