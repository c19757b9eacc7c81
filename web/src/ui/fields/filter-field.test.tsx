import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { FilterField } from './filter-field.tsx'
import { PagedTable } from '../lists/paged-table.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Sample({ onCommit }: { onCommit: (value: string | undefined) => void }) {
  const [value, setValue] = useState<string>()
  const commit = (next: string | undefined) => {
    onCommit(next)
    setValue(next)
  }
  return <FilterField label="Номер" value={value} onCommit={commit} maxLength={20} />
}
const box = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Номер' })
const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const type = (value: string) => fireEvent.change(box(), { target: { value } })

test('filter is applied once typing pauses, trimmed, and is cleared by its button', () => {
  vi.useFakeTimers()
  const onCommit = vi.fn()
  render(<Sample onCommit={onCommit} />)
  type('26')
  pass(200)
  type(' 26-000 ')
  pass(200)
  expect(onCommit).not.toHaveBeenCalled()
  pass(100)
  expect(onCommit.mock.calls).toEqual([['26-000']])
  fireEvent.click(screen.getByRole('button', { name: 'Очистить' }))
  expect(onCommit.mock.calls.at(-1)).toEqual([undefined])
  expect(box().value).toBe('')
})

test('filter is applied at once on Enter and on leaving the field, and only when changed', () => {
  const onCommit = vi.fn()
  render(<Sample onCommit={onCommit} />)
  type('26')
  fireEvent.keyDown(box(), { key: 'Enter' })
  expect(onCommit.mock.calls).toEqual([['26']])
  fireEvent.blur(box())
  expect(onCommit).toHaveBeenCalledTimes(1)
})

test('row under a pressed pointer is not replaced until the pointer is lifted', async () => {
  const list = (name: string) => (
    <PagedTable
      label="Список"
      query={{
        data: { results: [{ id: 1, name }], pagination: { total_count: 1 } },
        error: null,
        isPlaceholderData: false,
        refetch: () => undefined,
      }}
      empty={null}
      columns={[{ id: 'name', header: 'Имя', cell: ({ name: shown }: { name: string }) => shown }]}
      rowId={({ name: shown }: { name: string }) => shown}
    />
  )
  const { rerender } = render(list('Первая'))
  fireEvent.pointerDown(screen.getByText('Первая'))
  rerender(list('Другая'))
  expect(screen.queryByText('Первая')).not.toBeNull()
  fireEvent.pointerUp(window)
  expect(await screen.findByText('Другая')).toBeTruthy()
})
