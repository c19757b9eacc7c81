import type { ListedConsignee } from '@artikul/contract/companies/consignees'
import { session } from '../../../lib/session/current-session.ts'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import ConsigneesListDialog from './consignees-list-dialog.tsx'
import { EMPTY_CONSIGNEE_DRAFT, newConsignee } from './consignee-draft.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const READ = 'POST /api/v1/consignees/read-list'
const CREATE = 'POST /api/v1/consignees'
const nothingMore = () => act(() => new Promise((resolve) => setTimeout(resolve, 50)))

async function drop() {
  const input = await screen.findByLabelText('Файл', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['x'], 'points.xlsx')] } })
}

test('unreadable consignee file shows the reason given by the server', async () => {
  fakeServer({ [READ]: () => problem('file.refused', { detail: 'В файле не найден столбец «Адрес»' }) })
  open()
  await drop()
  expect(await screen.findByText('В файле не найден столбец «Адрес»')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Добавить \d/ })).toBeNull()
})

test('faulty consignee rows are shown and skipped, and each other row gets its own result', async () => {
  let requestCount = 0
  const server = fakeServer({
    [READ]: () => json({ results: [point(2), point(3, 'Адрес: Заполните поле'), point(4)] }),
    [CREATE]: () => (++requestCount === 1 ? json({ id: 9 }, 201) : problem('consignee.code_taken')),
  })
  const { onMade } = open()
  await drop()
  expect(await screen.findByText('Адрес: Заполните поле')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Добавить 2\sточки$/ }))
  expect(await screen.findByText('Такой код точки уже есть')).toBeTruthy()
  expect(screen.getByText('Добавлена')).toBeTruthy()
  expect(screen.getByText('Добавлено 1 из 2')).toBeTruthy()
  expect(server.keys()).toEqual([READ, CREATE, CREATE])
  expect(server.seen[1]?.body).toMatchObject({ name: 'Точка 2', coordinates: null })
  await waitFor(() => expect(onMade).toHaveBeenCalled())
  expect(screen.getByRole('button', { name: /^Добавить 1\sточку$/ })).toBeTruthy()
})

test('known consignee row shows its changes and is saved by version, and an unchanged one is skipped', async () => {
  const changes = [{ field: 'Телефон', before: '+78460000000', after: '+78460000001' }]
  const changed = { ...point(3), known: { id: 31, version: 5, changes } }
  const same = { ...point(4), known: { id: 32, version: 1, changes: [] }, fields: null }
  const CHANGE = 'PATCH /api/v1/consignees/31'
  const server = fakeServer({
    [READ]: () => json({ results: [point(2), changed, same] }),
    [CREATE]: () => json({ id: 9 }, 201),
    [CHANGE]: () => json({ version: 6 }),
  })
  open()
  await drop()
  expect(await screen.findByText('Будет добавлена')).toBeTruthy()
  expect(screen.getByText('Будет изменена').textContent).toContain('+78460000001')
  expect(screen.getByText('Без изменений')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Добавить 1\sточку и изменить 1\sточку$/ }))
  expect(await screen.findByText('Добавлено 1 из 1, изменено 1 из 1')).toBeTruthy()
  expect(server.keys()).toEqual([READ, CREATE, CHANGE])
  expect(server.seen[2]?.body).toMatchObject({ version: 5, name: 'Точка 3' })
  expect(screen.getByText('Изменена')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Готово' })).toBeTruthy()
})

test('consignee file without changes has no save button', async () => {
  const same = { ...point(2), known: { id: 32, version: 1, changes: [] }, fields: null }
  fakeServer({ [READ]: () => json({ results: [same] }) })
  open()
  await drop()
  expect(await screen.findByText('Без изменений')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^(Добавить|Изменить)/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'Готово' })).toBeTruthy()
})

test.each(['Остановить', 'Закрыть'])(
  '%s stops the consignee upload after the current row, and the results stay',
  async (name) => {
    const server = slowServer([point(2), point(3), point(4)])
    const { onClose, onMade } = open()
    await drop()
    fireEvent.click(await screen.findByRole('button', { name: /^Добавить 3\sточки$/ }))
    await server.makeOne()
    expect(await screen.findByText('Добавлено 1 из 3')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Отмена' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name }))
    await server.makeOne()
    expect(await screen.findByText('Добавлено 2 из 3')).toBeTruthy()
    await nothingMore()
    expect(server.made()).toHaveLength(2)
    expect(onMade).toHaveBeenCalled()
    expect(onClose).not.toHaveBeenCalled()
    fireEvent.click(screen.getByRole('button', { name: 'Отмена' }))
    expect(onClose).toHaveBeenCalled()
  },
)

test('leaving the page stops the consignee upload', async () => {
  const server = slowServer([point(2), point(3)])
  open()
  await drop()
  fireEvent.click(await screen.findByRole('button', { name: /^Добавить 2\sточки$/ }))
  await waitFor(() => expect(server.made()).toHaveLength(1))
  cleanup()
  await server.makeOne()
  await nothingMore()
  expect(server.made()).toHaveLength(1)
})

test('consignees read for one company are not created in another', async () => {
  const companies = [7, 8].map((id) => ({ id, name: `ООО «${id}»`, inn: '7812345675', status: 'active' as const }))
  await signInAs({ contractors: companies })
  const server = slowServer([point(2), point(3), point(4)])
  open()
  await drop()
  fireEvent.click(await screen.findByRole('button', { name: /^Добавить 3\sточки$/ }))
  await server.makeOne()
  await waitFor(() => expect(server.made()).toHaveLength(2))
  const user = { ...session.getState().user, current_contractor_id: 8 }
  vi.stubGlobal('fetch', changedTo(user, globalThis.fetch))
  await act(() => session.loadUser())
  await server.makeOne()
  await nothingMore()
  expect(server.made().map(({ headers }) => headers.get('x-contractor-id'))).toEqual(['7', '7'])
  expect(await screen.findByText(/^Выбрана другая компания, загрузка остановлена/)).toBeTruthy()
  expect(screen.getByText('Добавлено 2 из 3')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Добавить/ })).toBeNull()
})

test('refusal over a changed company stops the consignee upload at once', async () => {
  const server = fakeServer({
    [READ]: () => json({ results: [point(2), point(3)] }),
    [CREATE]: () => problem('contractor.changed'),
  })
  open()
  await drop()
  fireEvent.click(await screen.findByRole('button', { name: /^Добавить 2\sточки$/ }))
  expect(await screen.findByRole('button', { name: 'Отмена' })).toBeTruthy()
  await nothingMore()
  expect(server.keys()).toEqual([READ, CREATE])
})

const point = (row: number, error: string | null = null): ListedConsignee => {
  const place = { name: `Точка ${row}`, address: `Самара, ул. Мира, ${row}` }
  const fields = newConsignee({ ...EMPTY_CONSIGNEE_DRAFT, ...place }) as ListedConsignee['fields'] // nothing of it needs folding
  return { row, ...place, known: null, fields: error ? null : fields, error }
}

function open() {
  const onMade = vi.fn()
  const onClose = vi.fn()
  renderPage(() => <ConsigneesListDialog onClose={onClose} onMade={onMade} />, { path: '/consignees' })
  return { onMade, onClose }
}

/** Server that creates a point only when the test releases it. */
function slowServer(points: ListedConsignee[]) {
  const waiting: (() => void)[] = []
  const server = fakeServer({
    [READ]: () => json({ results: points }),
    [CREATE]: () => new Promise((resolve) => waiting.push(() => resolve(json({ id: 9 }, 201)))),
  })
  const made = () => server.seen.filter(({ key }) => key === CREATE)
  return {
    made,
    makeOne: async () => {
      await waitFor(() => expect(waiting).not.toEqual([]))
      await act(async () => waiting.shift()?.())
    },
  }
}

/** The network of `before`, with another current user. */
const changedTo =
  (user: object, before: typeof fetch): typeof fetch =>
  async (url, init) =>
    url === '/api/v1/user/' ? json(user) : before(url, init)
