import type { Product } from '@artikul/contract/catalog/catalog'
import type { ContentImport } from '@artikul/contract/catalog/product-content'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import ContentButton from './content-button.tsx'
import ContentImports from './content-imports.tsx'

const LIST = 'GET /api/v1/product-content-imports?page=1&page_size=50'
const UPLOAD = 'POST /api/v1/product-content-imports?kind=photos&name=photos.zip&licence=MAHLE'
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const listed = (...results: ContentImport[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })

beforeEach(() => signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('imports show progress, result, failure and report, and a failed list can be retried', async () => {
  let tries = 0
  const done = buildImport({ saved_count: 1200, products_count: 900, known_count: 3, refused_count: 7 })
  fakeServer({
    [LIST]: () =>
      ++tries === 1
        ? problem('internal')
        : listed(
            buildImport({ id: 3, state: 'running', total_count: 200, processed_count: 50 }),
            buildImport({ id: 2, state: 'failed', failure: 'Архив повреждён' }),
            done,
          ),
  })
  openImports()
  await press('Повторить')
  const progress = await screen.findByRole('progressbar')
  expect(progress.getAttribute('aria-valuenow')).toBe('25')
  screen.getByText('Архив повреждён')
  const row = screen.getByRole('row', { name: /Загружено/ })
  expect(row.textContent.replaceAll('\u00a0', ' ')).toContain('сохранено 1 200, товаров 900; уже было 3')
  within(row).getByRole('button', { name: 'Скачать отчёт: фото.zip' })
})

test('archive of photos is uploaded with its licence, and a refused one keeps the window open', async () => {
  let tries = 0
  const server = fakeServer({
    [LIST]: () => listed(),
    [UPLOAD]: () =>
      ++tries === 1
        ? problem('file.refused', { detail: 'В архиве нет фотографий' })
        : json(buildImport({ state: 'queued' }), 201),
  })
  openImports()
  await screen.findByText('Загрузок ещё не было')
  await press('Загрузить фото')
  const dialog = within(await screen.findByRole('dialog', { name: 'Загрузить фото' }))
  const file = new File(['PK'], 'photos.zip', { type: 'application/zip' })
  fireEvent.change(dialog.getByLabelText('Файл'), { target: { files: [file] } })
  fireEvent.change(dialog.getByLabelText(/^Чьи фото/), { target: { value: 'MAHLE' } })
  await dialog.findByText('photos.zip')
  fireEvent.click(dialog.getByRole('button', { name: 'Загрузить' }))
  await dialog.findByText('В архиве нет фотографий')
  fireEvent.click(dialog.getByRole('button', { name: 'Загрузить' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.keys().filter((key) => key === UPLOAD)).toHaveLength(2)
})

test('properties of a product are added with errors beside the fields, and its photos are ordered and deleted', async () => {
  let tries = 0
  const SAVE = 'POST /api/v1/products/5/properties'
  const server = fakeServer({
    [SAVE]: () =>
      ++tries === 1
        ? problem('input.invalid', { errors: [{ path: 'properties.1.value', message: 'Заполните поле' }] })
        : json({ properties: [] }),
    'POST /api/v1/products/5/photos/8/first': () => json({}),
    'DELETE /api/v1/products/5/photos/7': () => json({}),
  })
  renderPage(() => <ContentButton product={PRODUCT as Product} />, { path: '/' })
  await press('Фото и свойства')
  const dialog = within(await screen.findByRole('dialog', { name: 'Фото и свойства' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Сделать главным фото 2' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Удалить фото 1' }))
  await press('Да')
  await waitFor(() => expect(server.keys()).toContain('DELETE /api/v1/products/5/photos/7'))
  expect(server.keys()).toContain('POST /api/v1/products/5/photos/8/first')
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить свойство' }))
  const [, name] = dialog.getAllByLabelText('Название')
  if (!name) throw new Error('there is no second row')
  fireEvent.change(name, { target: { value: 'Объём' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Сохранить свойства' }))
  await dialog.findByText('Заполните поле')
  const [, value] = dialog.getAllByLabelText('Значение')
  if (!value) throw new Error('there is no second row')
  fireEvent.change(value, { target: { value: '4' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Сохранить свойства' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.seen.findLast(({ key }) => key === SAVE)?.body).toEqual({
    before: PRODUCT.properties,
    properties: [...PRODUCT.properties, { name: 'Объём', value: '4', unit: '' }],
  })
})

const openImports = () =>
  renderPage(() => <ContentImports search={{}} onChange={() => undefined} />, { path: '/admin' })

const photoOf = (id: number) => ({ id, hash: String(id).repeat(32), width: 1000, height: 750, licence: '' })
const PRODUCT: Partial<Product> & Pick<Product, 'properties'> = {
  ...{ id: 5, brand: 'MAHLE', article: 'OC 500', code: 'mahle-oc500' },
  photos: [photoOf(7), photoOf(8)],
  properties: [{ name: 'Диаметр', value: '76', unit: 'мм' }],
}

const buildImport = (fields: Partial<ContentImport> = {}): ContentImport => ({
  id: 1,
  kind: 'photos',
  file_name: 'фото.zip',
  state: 'done',
  total_count: 0,
  processed_count: 0,
  saved_count: 0,
  products_count: 0,
  known_count: 0,
  refused_count: 0,
  failure: '',
  author: 'Иванова Мария Сергеевна',
  created_at: '2026-11-17T09:00:00.000Z',
  ended_at: null,
  ...fields,
})
