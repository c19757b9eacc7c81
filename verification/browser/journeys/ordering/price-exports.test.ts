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
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs } from '../../../../e2e/src/people.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()

const PAGE = 'Скачать прайс'
const TITLE = 'CSV: MANN-FILTER'

async function download({ page }: Visit, title: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Скачать ${title}` }).click(),
  ])
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('price file is requested from the catalog, built, announced by email and downloaded', async () => {
  const person = await visit()
  const { page } = person
  await signIn(person, 'ContractorUser')
  await page.goto(`${person.origin}/catalog`)
  await page.getByRole('link', { name: PAGE }).click()
  await expectLoaded(page, PAGE)
  await page.getByText('Файлов пока нет').waitFor()
  await expectSoundInBothThemes(person, 'nothing ordered')

  await page.getByLabel('CSV — для загрузки в программу').check()
  const brands = page.getByRole('combobox', { name: 'Бренды' })
  await brands.fill('mann')
  await page.getByRole('option', { name: 'MANN-FILTER' }).waitFor()
  await expectSound(person, 'brands being typed')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Выбранные бренды' }).getByText('MANN-FILTER').waitFor()
  await page.getByRole('button', { name: 'Собрать файл' }).click()
  await page.getByText('готов', { exact: true }).waitFor({ timeout: 20_000 })
  await expectSoundInBothThemes(person, 'ready')
  const csv = await download(person, TITLE)
  expect(csv.name).toMatch(/^Прайс \d{4}-\d\d-\d\d\.csv$/)
  const [head, ...rows] = csv.bytes.toString().trimEnd().split('\r\n')
  expect(head).toBe(
    '\ufeffБренд;Артикул;Наименование;Ед.;Кратность;Мин. заказ;Наличие;Склад;Ожидаем;Цена с НДС, ₽;Обновлено',
  )
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.every((row) => row.startsWith('MANN-FILTER;'))).toBe(true)

  const staff = await callAs(ACCOUNTS.ArtikulOrderManager)
  const { results } = await staff.get<{ results: { id: number; to: string }[] }>('/emails?q=Прайс+готов')
  expect(results.map((mail) => mail.to)).toEqual([ACCOUNTS.ContractorUser])
  const { text } = await staff.get<{ text: string }>(`/emails/${results[0]?.id}`)
  expect(text).toMatch(/Скачать: http\S+\/price-list\n/)
  await page.goto(`${person.origin}/price-list`)
  await expectLoaded(page, PAGE)
  await page.getByText(TITLE).waitFor()
  await person.close()
})

test('daily price file is switched on and off on a phone', async () => {
  const person = await visit(SCREENS[2])
  const { page } = person
  await signIn(person, 'ContractorAdmin')
  await page.goto(`${person.origin}/price-list`)
  await expectLoaded(page, PAGE)
  await page.getByRole('button', { name: 'Присылать каждый день' }).click()
  await page.getByText(/^Присылаем XLSX: все бренды, только в наличии/).waitFor()
  await page.getByText(/^Следующий — \d\d\.\d\d\.\d{4}, 07:00\.$/).waitFor()
  await page.getByLabel('Начинать в').selectOption('09:00')
  await page.getByText(/, 09:00\.$/).waitFor()
  await expectSoundInBothThemes(person, 'every day')
  await page.getByRole('button', { name: 'Не присылать' }).click()
  await page.getByRole('button', { name: 'Присылать каждый день' }).waitFor()
  await expectSound(person, 'not any more')
  await person.close()
})

test('list that fails to load offers a retry, and a failed file shows the reason and is rebuilt', async () => {
  const person = await visit()
  const { page } = person
  await signIn(person, 'ContractorAdmin')
  const problem = { type: 'about:blank', status: 503, code: 'unavailable', title: 'Сервер занят', request_id: 'any' }
  const isList = (url: globalThis.URL) => url.pathname === '/api/v1/price-exports'
  await page.route(isList, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  )
  await page.goto(`${person.origin}/price-list`)
  await page.getByText('Не удалось загрузить').waitFor({ timeout: 30_000 })
  await expectSoundInBothThemes(person, 'list that did not load', /503/)
  await page.unroute(isList)
  const failed = {
    id: 1,
    format: 'csv',
    brands: [],
    groups: [],
    groups_gone: false,
    in_stock: true,
    point: null,
    is_daily: true,
    state: 'failed',
  }
  const none = { rows_count: 0, bytes: null, ordered_by: 'Кузнецов Олег', created_at: '2026-11-17T09:00:00.000Z' }
  const why = { failure: 'no_space', finished_at: '2026-11-17T09:01:00.000Z', keep_until: '2026-11-24T09:01:00.000Z' }
  await page.route(isList, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { results: [{ ...failed, ...none, ...why }], schedule: null } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Повторить' }).click()
  await page.getByText('на сервере не хватило места').waitFor()
  await expectSoundInBothThemes(person, 'failed', /503/)
  const [order] = await Promise.all([
    page.waitForResponse((reply) => reply.request().method() === 'POST' && isList(new globalThis.URL(reply.url()))),
    page.getByRole('button', { name: 'Повторить CSV: все бренды' }).click(),
  ])
  expect(order.status()).toBe(201)
  await person.close()
})
