import type { PortalSettings } from '@artikul/contract/platform/portal-settings'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { getPortal, isMissing, showPortal, usePortal, useShownPaths } from '../../../lib/page/portal.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { PortalForm } from './portal-form.tsx'

const GET = 'GET /api/v1/portal-settings'
const SAVE = 'PATCH /api/v1/portal-settings'
const PLAIN: PortalSettings = {
  name: null,
  default_name: 'Артикул',
  color: null,
  hidden_pages: [],
  logo: null,
  version: 0,
  changed_at: null,
  changed_by: null,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  showPortal({ name: 'Артикул', color: null, hiddenPages: [], logo: null })
})

test('settings that failed to load can be retried, and a manager without the right only reads them', async () => {
  await asManager([])
  let tries = 0
  fakeServer({ [GET]: () => (++tries === 1 ? problem('internal') : json(PLAIN)) })
  open()
  await press('Повторить')
  expect((await screen.findByLabelText<HTMLInputElement>('Название')).disabled).toBe(true)
  screen.getByText('Название и вид меняет администратор портала.')
  expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull()
})

test('colour is shown in both themes with its contrast before it is saved', async () => {
  await asManager()
  fakeServer({ [GET]: () => json(PLAIN) })
  open()
  await type('Цвет', 'FFDD00')
  expect(screen.getByLabelText<HTMLInputElement>('Выбрать цвет').value).toBe('#ffdd00')
  expect(rowsOf('Светлая тема')).toEqual([
    'Метки#9f8a00 подобран3 : 1',
    'Кнопки#897600 подобран4,5 : 1',
    'Ссылки#7e6d00 подобран4,5 : 1',
  ])
  expect(rowsOf('Тёмная тема').at(-1)).toBe('Ссылки#ffdd008,9 : 1')
  await press('Сбросить')
  expect(rowsOf('Светлая тема')).toEqual(['Метки#ff00003,4 : 1', 'Кнопки#eb00004,6 : 1', 'Ссылки#c800005,3 : 1'])
})

test('wrong colour and settings changed by another person are refused on screen', async () => {
  await asManager()
  const server = fakeServer({ [GET]: () => json(PLAIN), [SAVE]: () => problem('stale') })
  open()
  await type('Цвет', 'красный')
  await press('Сохранить')
  await screen.findByText('Цвет — шесть знаков после решётки: #0b6e4f')
  expect(server.keys()).not.toContain(SAVE)
  await type('Цвет', '')
  await type('Название', 'Волга')
  await press('Сохранить')
  await screen.findByText(/Данные изменены другим пользователем/)
})

test('saved name, colour and pages apply at once', async () => {
  await asManager()
  let stored = PLAIN
  const server = fakeServer({
    [GET]: () => json(stored),
    [SAVE]: () => {
      stored = { ...PLAIN, name: 'Волга', color: '#0b6e4f', hidden_pages: ['news', 'api'], version: 1 }
      stored = { ...stored, changed_at: '2026-11-20T11:05:00.000Z', changed_by: 'Сергеев П. И.' }
      return json({ version: 1 })
    },
  })
  render(<Shown />)
  open()
  await type('Название', ' Волга ')
  await type('Цвет', '#0b6e4f')
  for (const page of ['Описание API', 'Новости', 'Контакты', 'Контакты'])
    fireEvent.click(screen.getByRole('switch', { name: page }))
  expect(screen.getAllByText('Скрыта')).toHaveLength(2)
  await press('Сохранить')
  await screen.findByText(/^Изменено .*, Сергеев П\. И\.$/)
  expect(server.seen.find(({ key }) => key === SAVE)?.body).toEqual({
    version: 0,
    name: 'Волга',
    color: '#0b6e4f',
    hidden_pages: ['news', 'api'],
  })
  screen.getByText('Волга: /about /offer')
  expect(document.head.querySelector('link[data-brand]')?.getAttribute('href')).toBe('/brand/0b6e4f.css')
  const missing = ['/', '/news', '/news/7', '/news/new', '/about', '/api'].filter((path) => isMissing(path, []))
  expect(missing).toEqual(['/news', '/news/7', '/api'])
  expect(['/news', '/api'].filter((path) => isMissing(path, ['ARTIKUL_ORDER_MANAGER']))).toEqual(['/api'])
})

test('logo applies as soon as it is uploaded, and the draft stays', async () => {
  await asManager()
  const hash = 'ab'.repeat(16)
  let stored = PLAIN
  let tries = 0
  fakeServer({
    [GET]: () => json(stored),
    'POST /api/v1/portal-settings/logo': () => {
      tries += 1
      if (tries === 1) return problem('file.refused', { detail: 'Нужна картинка JPEG, PNG или WebP' })
      stored = { ...PLAIN, logo: hash }
      return json({ hash }, 201)
    },
    'DELETE /api/v1/portal-settings/logo': () => {
      stored = PLAIN
      return json({})
    },
  })
  open()
  await type('Название', 'Волга')
  const choose = () =>
    fireEvent.change(screen.getByLabelText('Логотип, файл'), { target: { files: [new File(['x'], 'logo.png')] } })
  choose()
  expect((await screen.findAllByText('Нужна картинка JPEG, PNG или WebP')).length).toBeGreaterThan(0)
  choose()
  expect((await screen.findByAltText('Логотип портала')).getAttribute('src')).toBe(`/api/v1/portal-logo/${hash}`)
  expect([getPortal().logo, screen.getByLabelText<HTMLInputElement>('Название').value]).toEqual([hash, 'Волга'])
  await press('Убрать логотип')
  await vi.waitFor(() => expect(screen.queryByAltText('Логотип портала')).toBeNull())
  expect(getPortal().logo).toBeNull()
})

function Shown() {
  const paths = useShownPaths(['/news', '/about', '/api', '/offer'])
  return (
    <p>
      {usePortal().name}: {paths.join(' ')}
    </p>
  )
}

const open = () => renderPage(() => <PortalForm />, { path: '/settings' })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

/** Rows of a theme: label, colour and contrast. */
const rowsOf = (theme: string) => {
  const list = within(screen.getByRole('region', { name: theme }))
  const [labels, values] = [list.getAllByRole('term'), list.getAllByRole('definition')]
  return labels.map(
    (label, at) => `${label.textContent}${values[2 * at]?.textContent}${values[2 * at + 1]?.textContent}`,
  )
}

const asManager = (rights: ['administrator'] | [] = ['administrator']) =>
  signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], rights, contractors: [], current_contractor_id: null })
