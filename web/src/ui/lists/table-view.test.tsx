import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { DataTable, type Column } from './data-table.tsx'
import { columnShares, withMovedEdge } from './table-view.ts'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

interface Row {
  id: number
  number: string
  point: string
}

const onOpen = vi.fn<(id: number) => void>()
const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'number',
    header: 'Номер',
    lead: true,
    opens: true,
    cell: ({ id, number }) => <button onClick={() => onOpen(id)}>{number}</button>,
  },
  { id: 'point', header: 'Грузополучатель', cell: ({ point }) => point },
  { id: 'mark', header: 'Пометка', cell: () => <input aria-label="Пометка" /> },
]

const show = () => {
  cleanup()
  const row = { id: 7, number: '26-000007', point: 'Склад Парнас' }
  render(<DataTable label="Заказы" view="Заказы" columns={COLUMNS} rows={[row]} rowId={({ id }) => String(id)} />)
}
const isHidden = (text: string) => screen.getByText(text).closest('td,th')?.className.includes('hidden!')
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })

test('columns and density are chosen, kept and reset', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Вид таблицы' }))
  await screen.findByRole('dialog', { name: 'Вид таблицы' })
  expect(box('Номер').disabled).toBe(true)
  fireEvent.click(box('Пометка'))
  fireEvent.click(screen.getByRole('radio', { name: 'Плотная' }))
  const columns = () => screen.getAllByRole('columnheader', { hidden: true })
  const hidden = () => columns().map((head) => head.className.includes('hidden!'))
  expect(hidden()).toEqual([false, false, true])

  show()
  expect(hidden()).toEqual([false, false, true])
  expect(screen.getByRole('table', { name: 'Заказы' }).dataset.dense).toBe('true')
  expect(isHidden('Склад Парнас')).toBe(false)

  fireEvent.click(screen.getByRole('button', { name: 'Вид таблицы' }))
  const menu = await screen.findByRole('dialog', { name: 'Вид таблицы' })
  fireEvent.click(within(menu).getByRole('button', { name: 'Сбросить' }))
  expect(hidden()).toEqual([false, false, false])
})

test('edge of a column moves by keys, and its widths are kept', () => {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(200)
  show()
  expect(screen.getAllByRole('separator')).toHaveLength(2)
  const edge = () => screen.getAllByRole('separator')[0] ?? document.body
  expect(edge().getAttribute('aria-description')).toBe('Ширина колонки «Номер»')
  fireEvent.keyDown(edge(), { key: 'ArrowRight' })
  expect(edge().getAttribute('aria-valuenow')).toBe('36')
  show()
  expect(edge().getAttribute('aria-valuenow')).toBe('36')
  vi.restoreAllMocks()
})

test('press on a row opens its object, a press on a control does not', () => {
  show()
  fireEvent.click(screen.getByText('Склад Парнас'))
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(7)
  fireEvent.click(screen.getByRole('textbox', { name: 'Пометка' }))
  expect(onOpen).toHaveBeenCalledOnce()
})

test.each([
  ['moves', 50, { a: 150, b: 75, c: 75 }],
  ['stops at the narrowest neighbours', 900, { a: 220, b: 40, c: 40 }],
  ['stops at its own narrowest width', -900, { a: 40, b: 130, c: 130 }],
])('edge of a column %s', (_, by, widths) => {
  expect(withMovedEdge({ a: 100, b: 100, c: 100 }, ['a', 'b', 'c'], 'a', by)).toEqual(widths)
})

test.each([
  ['without widths', {}, false, {}],
  ['of all columns', { a: 300, b: 100 }, false, { a: 75, b: 25 }],
  ['beside the checkboxes', { a: 60, b: 100 }, true, { a: 30, b: 50 }],
  ['of a column that was hidden', { a: 100 }, false, { a: 50, b: 50 }],
])('shares %s', (_, widths, hasChoice, shares) => {
  expect(columnShares(['a', 'b'], widths, hasChoice)).toEqual(shares)
})
