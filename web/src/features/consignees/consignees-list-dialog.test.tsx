import type { ListedConsignee } from '@artikul/contract/consignees'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../testing/fake-server.ts'
import { renderPage } from '../../testing/render-page.tsx'
import ConsigneesListDialog from './consignees-list-dialog.tsx'
import { EMPTY_DRAFT, newConsignee } from './consignee-draft.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const READ = 'POST /api/v1/consignees/read_list'
const CREATE = 'POST /api/v1/consignees'

const point = (row: number, error: string | null = null): ListedConsignee => {
  const place = { name: `Точка ${row}`, address: `Самара, ул. Мира, ${row}` }
  const fields = newConsignee({ ...EMPTY_DRAFT, ...place }) as ListedConsignee['fields'] // nothing of it needs folding
  return { row, ...place, fields: error ? null : fields, error }
}

function open() {
  const onMade = vi.fn()
  renderPage(() => <ConsigneesListDialog onClose={vi.fn()} onMade={onMade} />, { path: '/consignees' })
  return { onMade }
}

async function drop() {
  const input = await screen.findByLabelText('Файл', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['x'], 'points.xlsx')] } })
}

test('a file that cannot be read is told in the words of the server', async () => {
  fakeServer({ [READ]: () => problem('file.refused', { detail: 'В файле не найден столбец «Адрес»' }) })
  open()
  await drop()
  expect(await screen.findByText('В файле не найден столбец «Адрес»')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Добавить \d/ })).toBeNull()
})

test('rows with faults are shown and left out; each of the others ends by itself', async () => {
  let asked = 0
  const server = fakeServer({
    [READ]: () => json({ results: [point(2), point(3, 'Адрес: Заполните поле'), point(4)] }),
    [CREATE]: () => (++asked === 1 ? json({ id: 9 }, 201) : problem('consignee.code_taken')),
  })
  const { onMade } = open()
  await drop()
  expect(await screen.findByText('Адрес: Заполните поле')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /^Добавить 2\sточки$/ }))
  expect(await screen.findByText('Такой код точки уже есть')).toBeTruthy()
  expect(screen.getByText('Добавлена')).toBeTruthy()
  expect(screen.getByText('Добавлено: 1 из 3')).toBeTruthy()
  expect(server.keys()).toEqual([READ, CREATE, CREATE])
  expect(server.seen[1]?.body).toMatchObject({ name: 'Точка 2', coordinates: null })
  await waitFor(() => expect(onMade).toHaveBeenCalled())
  expect(screen.getByRole('button', { name: /^Добавить 1\sточку$/ })).toBeTruthy()
})
