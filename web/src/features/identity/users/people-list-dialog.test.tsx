import type { ListedUser } from '@artikul/contract/identity/accounts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import PeopleListDialog from './people-list-dialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const READ = 'POST /api/v1/user/admin/user/read-list'
const CREATE = 'POST /api/v1/user/admin/user/'

function open() {
  const onMade = vi.fn()
  renderPage(() => <PeopleListDialog onClose={vi.fn()} onMade={onMade} />, { path: '/manager' })
  return { onMade }
}

async function drop(name = 'people.xlsx') {
  const input = await screen.findByLabelText('Файл', { selector: 'input' })
  fireEvent.change(input, { target: { files: [new File(['x'], name)] } })
}

test('unreadable user file shows the reason given by the server', async () => {
  fakeServer({ [READ]: () => problem('file.refused', { detail: 'В файле не найдены столбцы «ФИО» и «Почта»' }) })
  open()
  await drop()
  expect(await screen.findByText('В файле не найдены столбцы «ФИО» и «Почта»')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Добавить \d/ })).toBeNull()
})

test('faulty rows of a user file are shown and skipped, and each other row gets its own result', async () => {
  const rows = [person(2), person(3, { error: 'Почта: Проверьте адрес электронной почты' }), person(4)]
  let requestCount = 0
  const server = fakeServer({
    [READ]: () => json({ results: rows }),
    [CREATE]: () =>
      ++requestCount === 1
        ? json({}, 201)
        : problem('input.invalid', { errors: [{ path: 'email', message: 'Такая почта уже есть' }] }),
  })
  const { onMade } = open()
  await drop()
  fireEvent.click(await screen.findByRole('button', { name: /^Добавить 2\sчеловек$/ }))
  expect(await screen.findByText('Такая почта уже есть')).toBeTruthy()
  expect(screen.getByText('Приглашён')).toBeTruthy()
  expect(screen.getByText('Приглашено: 1 из 3')).toBeTruthy()
  expect(server.keys()).toEqual([READ, CREATE, CREATE])
  expect(server.seen[0]?.headers.get('content-type')).toBe('application/octet-stream')
  expect(server.seen[1]?.body).toMatchObject({ email: 'person-2@example.test', roles: ['CONTRACTOR_USER'] })
  await waitFor(() => expect(onMade).toHaveBeenCalled())
  // A refused row can be retried; a created one is not created twice.
  expect(screen.getByRole('button', { name: /^Добавить 1\sчеловека$/ })).toBeTruthy()
})

const person = (row: number, more: Partial<ListedUser> = {}): ListedUser => ({
  row,
  full_name: `Человек ${row}`,
  email: `person-${row}@example.test`,
  phone: null,
  role: 'CONTRACTOR_USER',
  contractor: { id: 7, name: 'ООО «Север»' },
  error: null,
  ...more,
})
