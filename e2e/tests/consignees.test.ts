import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSound,
  expectSoundInBothThemes,
  field,
  signIn,
  useBrowser,
  type Account,
  type Visit,
} from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs, COMPANIES, fillCart, type Caller } from '../src/people.ts'
import { readSheet, writeSheet } from '../src/workbook.ts'

useServer()
const visit = useBrowser()

const ARTICLE = '26300-35503'
/** The browser also reports refusals of the server. */
const REFUSED = /40[039] \((Bad Request|Forbidden|Conflict)\)|422 \(Unprocessable/

const asClient = () => callAs(ACCOUNTS.ContractorAdmin)

async function pointOf(api: Caller, name: string): Promise<Point | undefined> {
  const { results } = await api.get<{ results: Point[] }>(`/consignees?q=${encodeURIComponent(name)}`)
  return results.find((point) => point.name === name)
}

const rowOf = ({ page }: Visit, name: string) => page.getByRole('row').filter({ hasText: name })
const windowOf = ({ page }: Visit, name: string) => page.getByRole('dialog', { name, exact: true })

async function fillIn(scope: Locator, texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) await field(scope, label).fill(text)
}

test('consignee is created with hours, and errors are shown at their fields without losing input', async () => {
  const api = await asClient()
  await fillCart(api, COMPANIES.volga, [])
  const person = await openPoints()
  const window = await openNew(person)
  await expectSoundInBothThemes(person, 'new point')
  const typed = {
    'Название точки': 'Сервис на Заводском',
    'Код точки': 'ЗШ-7',
    Адрес: '443052, г. Самара, Заводское ш., д. 7',
    'Контактное лицо': 'Сидорова Анна',
    Телефон: '123',
    'Почта для документов': 'не почта',
  }
  await fillIn(window, typed)
  const monday = window.getByRole('group', { name: 'Понедельник' })
  await monday.getByRole('checkbox').check()
  await monday.getByLabel('Понедельник, с').fill('18')
  await monday.getByLabel('Понедельник, до').fill('930')
  await window.getByRole('checkbox', { name: 'Он же — компания-покупатель' }).uncheck()
  const legal = { Наименование: 'ООО «Завод»', ИНН: '7707083894', КПП: '12' }
  await fillIn(window, legal)
  await window.getByRole('button', { name: 'Добавить', exact: true }).click()

  await expect.poll(() => saidOf(field(window, 'Телефон'))).toContain('Проверьте номер телефона')
  expect(await saidOf(field(window, 'ИНН'))).toContain('Неверный ИНН: не сходится контрольное число')
  expect(await saidOf(field(window, 'КПП'))).toContain('КПП: 9 знаков')
  expect(await saidOf(field(window, 'Почта для документов'))).not.toBe('')
  await monday.getByRole('alert').getByText('Позже начала').waitFor()
  // Focus moves from the end of the form to the first refusal.
  expect(await field(window, 'Телефон').evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await valuesIn(window, Object.keys({ ...typed, ...legal }))).toEqual({ ...typed, ...legal })
  expect(await monday.getByLabel('Понедельник, до').inputValue()).toBe('09:30')
  expect(await pointOf(api, typed['Название точки'])).toBeUndefined()
  await expectSoundInBothThemes(person, 'refused point')

  await fillIn(window, { ИНН: '7707083893', КПП: '770701001', 'Почта для документов': 'zavod@client.test' })
  await fillIn(window, { Телефон: '8 (846) 123-45-67' })
  await monday.getByLabel('Понедельник, с').fill('9')
  await monday.getByLabel('Понедельник, до').fill('18:30')
  for (const day of ['Вторник', 'Среда'])
    await window.getByRole('button', { name: `Как в понедельник: ${day}`, exact: true }).click()
  expect(await valuesIn(window, ['Телефон'])).toEqual({ Телефон: '+7 (846) 123-45-67' })
  await window.getByRole('button', { name: 'Добавить', exact: true }).click()
  await person.page.getByText('Точка добавлена').first().waitFor()
  await window.waitFor({ state: 'detached' })

  const row = rowOf(person, 'Сервис на Заводском')
  await row.getByText('ЗШ-7').waitFor()
  await row.getByText('пн–ср 09:00–18:30').waitFor()
  const phone = row.getByRole('link', { name: '+7 (846) 123-45-67' })
  expect(await phone.getAttribute('href')).toBe('tel:+78461234567')
  const stored = await pointOf(api, 'Сервис на Заводском')
  expect(stored?.phone).toBe('+78461234567')
  expect(stored?.hours).toEqual([1, 2, 3].map((weekday) => ({ weekday, from: '09:00', to: '18:30' })))
  await expectSoundInBothThemes(person, 'list with the new point')
  await person.close()
})

test(
  'consignee is edited and made the default, and a taken code or a newer version loses no input',
  { tags: 'detail' },
  async () => {
    const api = await asClient()
    await fillCart(api, COMPANIES.volga, [])
    const person = await openPoints()
    const { page } = person
    const name = 'Сервис на Ново-Садовой'
    const body = {
      address: '443068, г. Самара, ул. Ново-Садовая, д. 106',
      phone: '',
      contact: '',
      hours: [],
      people: [],
    }
    await api.post('/consignees', {
      ...body,
      ...{ name, code: null, legal_name: null, inn: null, kpp: null, coordinates: null, document_email: '' },
      ...{ carrier: '', carrier_payer: 'supplier', carrier_terminal: '', is_default: false },
    })
    await page.reload()
    await expectLoaded(page, 'Грузополучатели')
    const defaults = page.getByRole('row').filter({ hasText: 'По умолчанию' })
    expect(await defaults.count()).toBe(1)
    const former = await defaults.innerText()

    const window = await openPoint(person, name)
    await field(window, 'Код точки').fill('Т-01')
    await field(window, 'Контактное лицо').fill('Власов Пётр')
    await window.getByRole('button', { name: 'Сохранить' }).click()
    await expect.poll(() => saidOf(field(window, 'Код точки'))).toContain('Такой код точки уже есть')
    expect(await valuesIn(window, ['Контактное лицо'])).toEqual({ 'Контактное лицо': 'Власов Пётр' })
    await expectSoundInBothThemes(person, 'taken code', REFUSED)

    const { id, version } = (await pointOf(api, name)) ?? expect.fail('the point is not there')
    await api.patch(`/consignees/${id}`, { version, phone: '+78460001122' })
    await field(window, 'Код точки').fill('НС-106')
    await window.getByRole('checkbox', { name: 'Точка по умолчанию' }).check()
    await window.getByRole('button', { name: 'Сохранить' }).click()
    await window.getByText('Обновите данные: то, что вы успели изменить, останется в полях.').waitFor()
    await expectSoundInBothThemes(person, 'stale point', REFUSED)
    await window.getByRole('button', { name: 'Обновить' }).click()
    await expect.poll(() => valuesIn(window, ['Телефон'])).toEqual({ Телефон: '+7 (846) 000-11-22' })
    expect(await valuesIn(window, ['Код точки', 'Контактное лицо'])).toEqual({
      'Код точки': 'НС-106',
      'Контактное лицо': 'Власов Пётр',
    })
    await window.getByRole('button', { name: 'Сохранить' }).click()
    await window.waitFor({ state: 'detached' })
    await rowOf(person, name).getByText('По умолчанию').waitFor()
    expect(await defaults.count()).toBe(1)
    expect(await defaults.innerText()).not.toBe(former)
    expect(await pointOf(api, name)).toMatchObject({ code: 'НС-106', phone: '+78460001122', is_default: true })
    await expectSound(person, 'changed point', REFUSED)
    await person.close()
  },
)

test('unsaved consignee form requires confirmation before it closes', { tags: 'detail' }, async () => {
  const person = await openPoints()
  const window = await openNew(person)
  await field(window, 'Название точки').fill('Почти забытая')
  await person.page.keyboard.press('Escape')
  const question = person.page.getByRole('alertdialog', { name: 'Закрыть без сохранения?' })
  await expectSoundInBothThemes(person, 'question')
  await question.getByRole('button', { name: 'Нет' }).click()
  expect(await field(window, 'Название точки').inputValue()).toBe('Почти забытая')
  await window.getByRole('button', { name: 'Отмена' }).click()
  await question.getByRole('button', { name: 'Да' }).click()
  await window.waitFor({ state: 'detached' })
  expect(person.noise).toEqual([])
  await person.close()
})

test(
  'consignee with orders is archived and restored, and one without orders is deleted',
  { tags: 'detail' },
  async () => {
    const api = await asClient()
    await fillCart(api, COMPANIES.volga, [])
    const { results } = await api.get<{ results: { consignee: string }[] }>('/orders?page_size=150')
    const used = results[0]?.consignee ?? ''
    const person = await openPoints()
    const { page } = person
    const remove = async (name: string) => {
      const window = await openPoint(person, name)
      await window.getByRole('button', { name: 'Удалить точку' }).click()
      const question = page.getByRole('alertdialog', { name: `Удалить точку: ${name}?` })
      await question.getByText('Если по точке уже были заказы, она уйдёт в архив').waitFor()
      await expectSoundInBothThemes(person, `removal of ${name}`)
      await question.getByRole('button', { name: 'Да' }).click()
      await window.waitFor({ state: 'detached' })
      await rowOf(person, name).waitFor({ state: 'detached' })
    }
    await remove(used)
    await page.getByText('Точка перенесена в архив: по ней были заказы').first().waitFor()

    const unused = 'Склад без заказов'
    const form = await openNew(person)
    await fillIn(form, { 'Название точки': unused, Адрес: '443009, г. Самара, ул. Физкультурная, д. 90' })
    await form.getByRole('button', { name: 'Добавить', exact: true }).click()
    await rowOf(person, unused).waitFor()
    await remove(unused)
    await page.getByText('Точка удалена').first().waitFor()

    await page.getByRole('checkbox', { name: 'Архив' }).check()
    await rowOf(person, used).waitFor()
    expect(await rowOf(person, unused).count()).toBe(0)
    await expectSoundInBothThemes(person, 'archive')
    const window = await openPoint(person, used)
    await window.getByText('Точка в архиве').waitFor()
    expect(await field(window, 'Название точки').isDisabled()).toBe(true)
    expect(await window.getByRole('button', { name: 'Сохранить' }).count()).toBe(0)
    await expectSoundInBothThemes(person, 'archived point')
    await window.getByRole('button', { name: 'Вернуть из архива' }).click()
    await page.getByText('Точка возвращена из архива').first().waitFor()
    await page.getByText('В архиве пусто').waitFor()
    await expectSoundInBothThemes(person, 'empty archive')
    await page.getByRole('checkbox', { name: 'Архив' }).uncheck()
    await rowOf(person, used).waitFor()
    expect(person.noise).toEqual([])
    await person.close()
  },
)

const HEADER = [
  'Название точки',
  'Код точки',
  'Адрес',
  'Телефон',
  'Часы приёмки',
  'Грузополучатель по документам',
  'ИНН грузополучателя',
]
/** Encodes Russian text as an office program does: one byte a letter. */
const inWindows1251 = (text: string) =>
  Buffer.from(
    Array.from(text, (letter) => {
      const code = letter.charCodeAt(0)
      return code >= 0x410 && code <= 0x44f ? code - 0x350 : code
    }),
  )

async function upload(window: Locator, name: string, buffer: Buffer) {
  await window.getByLabel('Файл', { exact: true }).setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

const fateOf = (window: Locator, row: number) =>
  window
    .getByRole('row')
    .filter({ has: window.page().getByRole('cell', { name: String(row), exact: true }) })
    .getByRole('cell')
    .last()

test('consignees are imported from XLSX, and errors are shown by row', { tags: 'detail' }, async () => {
  const api = await asClient()
  await fillCart(api, COMPANIES.volga, [])
  const person = await openPoints()
  const { page } = person
  await page.getByRole('button', { name: 'Загрузить из файла' }).click()
  const window = windowOf(person, 'Загрузить из файла')
  await window.getByText('Файл со столбцами').waitFor()
  await expectSoundInBothThemes(person, 'list of points')

  await upload(window, 'заметки.xlsx', writeSheet([['Заметка'], ['не список']]))
  await window.getByText('В файле не найдены столбцы «Название точки» и «Адрес»').waitFor()
  await expectSoundInBothThemes(person, 'refused list', REFUSED)

  const street = (house: number) => `443030, г. Самара, ул. Мира, д. ${house}`
  const rows = [
    ['Точка из книги', 'КН-1', street(1), '8 846 200-30-40', 'пн–пт 9:00–18:00', 'ООО «Завод»', '7707083893'],
    ['Без телефона', 'КН-2', street(2), '12-34', '', '', ''],
    ['Не те часы', 'КН-3', street(3), '', 'утром', '', ''],
    ['Не тот ИНН', 'КН-4', street(4), '', '', 'ООО «Завод»', '7707083894'],
    ['Та же точка', 'кн-1', street(5), '', '', '', ''],
    ['Сервис на Мира', 'Т-02', street(6), '8 846 200-30-41', 'пн 9:00–18:00', '', ''],
    ['', 'КН-7', street(7), '', '', '', ''],
  ]
  await upload(window, 'точки.xlsx', writeSheet([HEADER, ...rows]))
  await fateOf(window, 2).getByText('Будет добавлена').waitFor()
  await fateOf(window, 3).getByText('Телефон: Проверьте номер телефона').waitFor()
  await fateOf(window, 4).getByText('Часы приёмки: напишите в виде «пн–пт 09:00–18:00»').waitFor()
  await fateOf(window, 5).getByText('ИНН грузополучателя: Неверный ИНН: не сходится контрольное число').waitFor()
  await fateOf(window, 6).getByText('Тот же код, что в строке 2').waitFor()
  await fateOf(window, 8).getByText('Название точки: Заполните поле').waitFor()
  await fateOf(window, 7).getByText('Будет изменена').waitFor()
  await fateOf(window, 7).getByText(street(6)).waitFor()
  expect(await pointOf(api, 'Точка из книги')).toBeUndefined()
  const before = await pointOf(api, 'Сервис на Мира')
  await expectSoundInBothThemes(person, 'list that was read', REFUSED)

  await window.getByRole('button', { name: /^Добавить 1\sточку и изменить 1\sточку$/ }).click()
  await window.getByText('Добавлено 1 из 1, изменено 1 из 1').waitFor()
  await fateOf(window, 2).getByText('Добавлена', { exact: true }).waitFor()
  await fateOf(window, 7).getByText('Изменена', { exact: true }).waitFor()
  await expectSoundInBothThemes(person, 'list that was made', REFUSED)
  await window.getByRole('button', { name: 'Готово' }).click()
  await rowOf(person, 'Точка из книги').getByText('пн–пт 09:00–18:00').waitFor()
  await rowOf(person, 'Точка из книги').getByText('+7 (846) 200-30-40').waitFor()
  expect(await pointOf(api, 'Точка из книги')).toMatchObject({ phone: '+78462003040', inn: '7707083893' })
  expect(await pointOf(api, 'Сервис на Мира')).toMatchObject({ id: before?.id, phone: '+78462003041', code: 'Т-02' })
  await person.close()
})

test('consignees are imported from CSV in Windows-1251', { tags: 'detail' }, async () => {
  const api = await asClient()
  await fillCart(api, COMPANIES.volga, [])
  const person = await openPoints()
  await person.page.getByRole('button', { name: 'Загрузить из файла' }).click()
  const window = windowOf(person, 'Загрузить из файла')
  const text = [
    'Название точки;Адрес;Телефон;Часы работы',
    'Точка из текста;"443001, г. Самара; ул. Полевая, д. 4";(846) 300-40-50;пн-сб 8:00-20:00',
    'Вторая из текста;443001, г. Самара, ул. Полевая, д. 6;;',
  ].join('\r\n')
  await upload(window, 'точки.csv', inWindows1251(text))
  await window.getByRole('button', { name: /^Добавить 2\sточки$/ }).click()
  await window.getByText('Добавлено 2 из 2').waitFor()
  await window.getByRole('button', { name: 'Готово' }).click()
  const row = rowOf(person, 'Точка из текста')
  await row.getByText('443001, г. Самара; ул. Полевая, д. 4').waitFor()
  await row.getByText('пн–сб 08:00–20:00').waitFor()
  await row.getByText('+7 (846) 300-40-50').waitFor()
  expect(person.noise).toEqual([])
  await person.close()
})

test('consignees exported to XLSX match the page and are imported back unchanged', { tags: 'detail' }, async () => {
  const api = await asClient()
  await fillCart(api, COMPANIES.volga, [])
  const person = await openPoints()
  const { page } = person
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Выгрузить XLSX' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('Грузополучатели.xlsx')
  const bytes = readFileSync(await file.path())
  const [header = [], ...rows] = readSheet(bytes)
  const { results } = await api.get<{ results: Point[] }>('/consignees?page_size=150')
  const column = (title: string) => rows.map((row) => row[header.indexOf(title)] ?? '')
  expect(column('Название точки')).toEqual(results.map(({ name }) => name))
  expect(column('Код точки')).toEqual(results.map(({ code }) => code ?? ''))
  expect(column('Телефон')).toEqual(results.map(({ phone }) => phone))
  expect(column('По умолчанию').filter((text) => text === 'да').length).toBe(1)

  await page.getByRole('button', { name: 'Загрузить из файла' }).click()
  const window = windowOf(person, 'Загрузить из файла')
  await upload(window, 'Грузополучатели.xlsx', bytes)
  await expect.poll(() => window.getByText('Без изменений').count()).toBe(rows.length)
  expect(await window.getByRole('button', { name: /^(Добавить|Изменить)/ }).count()).toBe(0)
  expect(person.noise).toEqual([])
  await person.close()
})

/** Limits the employee to one consignee of the company. */
async function limitTo(login: string, point: number) {
  const staff = await callAs(ACCOUNTS.ArtikulOrderManager)
  const { results } = await staff.get<{ results: { id: number }[] }>(`/manager/user/admin/user?username=${login}`)
  const id = results[0]?.id ?? 0
  const { version, memberships } = await staff.get<{ version: number; memberships: object[] }>(
    `/manager/user/admin/user/${id}`,
  )
  await staff.patch(`/manager/user/admin/user/${id}`, {
    version,
    memberships: memberships.map((one) => ({ ...one, consignee_ids: [point] })),
  })
}

test('employee limited to one consignee sees only that one and cannot change it', { tags: 'detail' }, async () => {
  const LIMITED = 'Точки меняет администратор компании.'
  const api = await asClient()
  await fillCart(api, COMPANIES.volga, [])
  const { results } = await api.get<{ results: Point[] }>('/consignees?page_size=150')
  const [own, other] = [results[1], results[0]]
  if (!own || !other) return expect.fail('the company has too few points')
  await limitTo(ACCOUNTS.ContractorUser, own.id)
  const person = await openPoints('ContractorUser')
  const { page } = person
  await rowOf(person, own.name).waitFor()
  expect(await page.getByRole('table').getByRole('row').count()).toBe(2)
  expect(await page.getByText(other.name, { exact: true }).count()).toBe(0)
  await expectSoundInBothThemes(person, 'one point')

  const window = await openPoint(person, own.name)
  await window.getByText(LIMITED).waitFor()
  expect(await field(window, 'Контактное лицо').isDisabled()).toBe(true)
  for (const name of ['Сохранить', 'Удалить точку'])
    expect(await window.getByRole('button', { name }).count(), name).toBe(0)
  await expectSoundInBothThemes(person, 'a point to look at')
  await window.getByRole('button', { name: 'Закрыть' }).last().click()
  await window.waitFor({ state: 'detached' })
  for (const name of ['Добавить точку', 'Загрузить из файла'])
    expect(await page.getByRole('button', { name }).count(), name).toBe(0)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Выгрузить XLSX' }).click()
  const [, ...rows] = readSheet(readFileSync(await (await download).path()))
  expect(rows.map(([name]) => name)).toEqual([own.name])

  await person.close()
})

test('empty search result offers a reset, and a server error offers a retry', { tags: 'detail' }, async () => {
  const api = await asClient()
  await fillCart(api, COMPANIES.volga, [])
  const person = await openPoints('ContractorAdmin', '?q=нет-такой')
  const { page } = person
  await page.getByText('Под эти условия точек нет').waitFor()
  await expectSoundInBothThemes(person, 'nothing found')
  await page.getByRole('button', { name: 'Сбросить' }).click()
  await page.getByRole('table').waitFor()

  const lists = /\/api\/v1\/consignees\?/
  await page.route(lists, (route) => route.fulfill({ status: 500, json: { code: 'internal', title: 'Сбой' } }))
  await page.reload()
  const retry = page.getByRole('button', { name: 'Повторить' })
  await retry.waitFor()
  await expectSoundInBothThemes(person, 'server fails', /500 \(Internal/)
  await page.unroute(lists)
  await retry.click()
  await page.getByRole('table').waitFor()
  await person.close()
})

async function addPoint(window: Locator, name: string) {
  await window.waitFor()
  await fillIn(window, { 'Название точки': name, Адрес: '443011, г. Самара, ул. Советской Армии, д. 181' })
  await window.getByRole('button', { name: 'Добавить', exact: true }).click()
  await window.waitFor({ state: 'detached' })
}

interface CartLines {
  lines: { consignee_id: number | null }[]
}

test('consignee added in the cart is set for the cart line', { tags: 'detail' }, async () => {
  const api = await asClient()
  await fillCart(api, COMPANIES.volga, [ARTICLE])
  const person = await visit()
  const { page, origin } = person
  await signIn(person, 'ContractorAdmin')
  await page.goto(`${origin}/cart`)
  await expectLoaded(page, 'Корзина')
  const where = page.getByLabel(`Куда, HYUNDAI/KIA ${ARTICLE}`)
  await where.selectOption({ label: 'Добавить точку…' })
  await expectSoundInBothThemes(person, 'new point in the cart')
  await addPoint(windowOf(person, 'Новая точка'), 'Точка из корзины')
  const made = await pointOf(api, 'Точка из корзины')
  await expect.poll(() => where.inputValue()).toBe(String(made?.id))
  expect(page.url()).toBe(`${origin}/cart`)
  await expect.poll(async () => (await api.get<CartLines>('/cart')).lines[0]?.consignee_id).toBe(made?.id)
  expect(person.noise).toEqual([])
  await person.close()
})

test('order without a consignee gets one added in the checkout', { tags: 'detail' }, async () => {
  const api = await asClient()
  await fillCart(api, COMPANIES.garage, [])
  for (const { id, version } of (await api.get<{ results: Point[] }>('/consignees')).results)
    await api.remove(`/consignees/${id}?version=${version}`)
  await fillCart(api, COMPANIES.garage, [ARTICLE])
  const person = await openPoints()
  const { page, origin } = person
  await page.getByText('Точек пока нет').waitFor()
  await expectSoundInBothThemes(person, 'no points')
  await page.goto(`${origin}/cart`)
  await expectLoaded(page, 'Корзина')
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  const checkout = page.getByRole('dialog').first()
  await checkout.getByText(`Укажите, куда везти: HYUNDAI/KIA ${ARTICLE}`).waitFor()
  await expectSoundInBothThemes(person, 'checkout without a point', REFUSED)
  await checkout.getByRole('button', { name: 'Добавить точку…' }).click()
  await addPoint(windowOf(person, 'Новая точка'), 'Точка из оформления')
  await checkout.getByText('Точка из оформления').first().waitFor()
  await expectSoundInBothThemes(person, 'checkout with the new point', REFUSED)
  await checkout.getByRole('button', { name: 'Оформить', exact: true }).click()
  const placed = page.getByRole('dialog', { name: /^Создан 1\sзаказ$/ })
  await placed.getByText('Точка из оформления').waitFor()
  await expectSound(person, 'placed order', REFUSED)
  const { results } = await api.get<{ results: { consignee: string }[] }>('/orders')
  expect(results[0]?.consignee).toBe('Точка из оформления')
  await person.close()
})

interface Point {
  id: number
  name: string
  code: string | null
  phone: string
  hours: { weekday: number; from: string; to: string }[]
  is_default: boolean
  version: number
}

async function openPoints(who: Account = 'ContractorAdmin', search = '') {
  const person = await visit()
  await signIn(person, who)
  await person.page.goto(`${person.origin}/consignees${search}`)
  await expectLoaded(person.page, 'Грузополучатели')
  return person
}

async function openPoint(person: Visit, name: string) {
  await rowOf(person, name).getByRole('button', { name, exact: true }).click()
  const window = windowOf(person, name)
  await window.waitFor()
  return window
}

async function openNew(person: Visit) {
  await person.page.getByRole('button', { name: 'Добавить точку' }).click()
  const window = windowOf(person, 'Новая точка')
  await window.waitFor()
  return window
}

const valuesIn = async (scope: Locator, labels: string[]) =>
  Object.fromEntries(
    await Promise.all(
      labels.map(async (label) => [label, (await field(scope, label).inputValue()).replace(/\s/g, ' ')] as const),
    ),
  ) as Record<string, string>

/** Returns the error message bound to the field for screen readers. */
const saidOf = (control: Locator) =>
  control.evaluate((input) =>
    input.getAttribute('aria-invalid') === 'true'
      ? (input.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent ?? '')
          .join(' ')
      : '',
  )
