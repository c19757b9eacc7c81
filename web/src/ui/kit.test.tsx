import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { FilterGrid } from './lists/filter-grid.tsx'
import { LABELS } from './fields/labels.ts'
import { Menu } from './windows/menu.tsx'
import { Money } from './text/money.tsx'
import { paginationState } from '../lib/page/page-size.ts'
import { PagedTable } from './lists/paged-table.tsx'
import { PaginationBar, pagesAround } from './lists/pagination.tsx'
import { QtyStepper } from './fields/qty-stepper.tsx'
import { SearchSelect } from './fields/search-select.tsx'
import { TextField } from './fields/text-field.tsx'

afterEach(cleanup)

describe('QtyStepper', () => {
  function Sample({
    onRounded,
    onEnter,
  }: {
    onRounded?: (typed: number, rounded: number) => void
    onEnter?: (qty: number) => void
  }) {
    const [qty, setQty] = useState(4)
    return (
      <QtyStepper
        label="Количество"
        value={qty}
        step={{ multiplicity: 4 }}
        max={12}
        onValueChange={setQty}
        {...(onRounded && { onRounded })}
        {...(onEnter && { onEnter })}
      />
    )
  }
  const box = () => screen.getByRole<HTMLInputElement>('spinbutton')

  test('rounds typed input up to the multiplicity and reports it', () => {
    const onRounded = vi.fn()
    render(<Sample onRounded={onRounded} />)
    fireEvent.change(box(), { target: { value: '5' } })
    fireEvent.blur(box())
    expect(box().value).toBe('8')
    expect(onRounded).toHaveBeenCalledWith(5, 8)
  })

  test('steps by keys and buttons within its bounds', () => {
    render(<Sample />)
    fireEvent.keyDown(box(), { key: 'ArrowUp' })
    expect(box().value).toBe('8')
    fireEvent.click(screen.getByRole('button', { name: /Увеличить/ }))
    expect(box().value).toBe('12')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Увеличить/ }).disabled).toBe(true)
  })

  test('passes the typed quantity on Enter', () => {
    const onEnter = vi.fn()
    render(<Sample onEnter={onEnter} />)
    fireEvent.change(box(), { target: { value: '12' } })
    fireEvent.keyDown(box(), { key: 'Enter' })
    expect(onEnter).toHaveBeenCalledWith(12)
  })

  test('accepts the typed quantity on Enter without a handler', () => {
    render(<Sample />)
    fireEvent.change(box(), { target: { value: '8' } })
    fireEvent.keyDown(box(), { key: 'Enter' })
    expect(box().getAttribute('aria-valuenow')).toBe('8')
  })
})

test('hidden money explains why it is hidden', () => {
  render(<Money kop={null} />)
  expect(screen.getByRole('img', { name: LABELS.pricesHidden }).textContent).toBe('—')
})

test('field error is shown beside its field and read out with it', () => {
  render(
    <TextField label="ИНН" value="1" onValueChange={() => undefined} error="ИНН должен содержать 10 или 12 цифр" />,
  )
  const box = screen.getByRole('textbox', { name: 'ИНН' })
  expect(box.getAttribute('aria-invalid')).toBe('true')
  const described = (box.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id))
  expect(described.map((part) => part?.textContent).join()).toContain('10 или 12 цифр')
})

test('search select filters its items and reports an empty result', () => {
  const onValueChange = vi.fn()
  const items = [
    { value: 1, label: 'Сервис на Ленина' },
    { value: 2, label: 'Склад Парнас' },
  ]
  render(<SearchSelect label="Куда" items={items} value={null} onValueChange={onValueChange} />)
  const box = screen.getByRole('combobox', { name: 'Куда' })
  fireEvent.change(box, { target: { value: 'парн' } })
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(onValueChange).toHaveBeenCalledWith(2)
  fireEvent.change(box, { target: { value: 'нет такого' } })
  expect(screen.getByRole('status').textContent).toBe(LABELS.noResults)
})

test('server search results are not filtered by label, and Enter waits for them', () => {
  const onValueChange = vi.fn()
  const props = { label: 'Покупатель', onValueChange, onSearch: () => undefined }
  const items = [
    { value: 1, label: 'ООО «Выбрано»' },
    { value: 2, label: 'ООО «Найдено по телефону»' },
  ]
  const { rerender } = render(<SearchSelect {...props} items={items} value={1} searching />)
  const box = screen.getByRole('combobox', { name: 'Покупатель' })
  fireEvent.change(box, { target: { value: '+7 495' } })
  expect(screen.getByRole('status').textContent).toBe(LABELS.searching)
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(onValueChange).not.toHaveBeenCalled()

  fireEvent.change(box, { target: { value: '+7 4950' } })
  rerender(<SearchSelect {...props} items={items} value={1} />)
  expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['ООО «Найдено по телефону»'])
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(onValueChange).toHaveBeenCalledWith(2)
})

test('menu is navigated by arrow keys and closes after a selection', () => {
  const onSelect = vi.fn()
  render(
    <Menu
      label="Профиль"
      button="П"
      buttonClass=""
      items={[
        { label: 'Описание API', onSelect: () => undefined },
        { label: 'Выйти', onSelect },
      ]}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Профиль' }))
  expect(document.activeElement?.textContent).toBe('Описание API')
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toBe('Выйти')
  fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' })
  expect(onSelect).toHaveBeenCalledOnce()
  expect(screen.queryByRole('menu')).toBeNull()
})

describe('Pagination', () => {
  test('shows the ends and the neighbours', () => {
    expect(pagesAround(1, 1)).toEqual([1])
    expect(pagesAround(5, 10)).toEqual([1, null, 4, 5, 6, null, 10])
    expect(pagesAround(2, 3)).toEqual([1, 2, 3])
  })

  test('has a state with page, size, total pages, results and rows before', () => {
    expect(paginationState(3, 50, 101)).toEqual({
      page: 3,
      page_size: 50,
      total_pages: 3,
      total_results: 101,
      first: 100,
    })
    expect(paginationState(1, 50, 0).total_pages).toBe(0)
  })

  test('leads from a page beyond the end to the last one', () => {
    const onChange = vi.fn()
    render(<PaginationBar page={9} pageSize={50} total={120} onChange={onChange} />)
    screen.getByText('Всего: 120')
    fireEvent.click(screen.getByRole('button', { name: 'Предыдущая страница' }))
    expect(onChange).toHaveBeenCalledWith({ page: 3, pageSize: 50 })
  })

  test('marks a total that counts only a part of the list', () => {
    render(<PaginationBar page={1} pageSize={50} total={1000} isPartial onChange={vi.fn()} />)
    screen.getByText(/^1–50 из 1.000\+$/)
  })

  test('reports a list that has become shorter than the page', () => {
    const data = { results: [], pagination: { total_count: 120 } }
    const query = { data, error: null, isPlaceholderData: false, refetch: vi.fn() }
    render(<PagedTable query={query} empty={null} label="Список" columns={[]} rowId={String} />)
    expect(screen.queryByRole('table')).toBeNull()
    screen.getByText('Список стал короче: выберите страницу ниже')
  })

  test('starts a new page size from the first page and remembers it', () => {
    const onChange = vi.fn()
    render(<PaginationBar page={3} pageSize={50} total={500} onChange={onChange} />)
    fireEvent.click(screen.getByRole('button', { name: 'По 100 строк' }))
    expect(onChange).toHaveBeenCalledWith({ page: 1, pageSize: 100 })
    expect(document.cookie).toContain('page_size=100')
  })
})

test('list filters collapse except the first and count their selected values', () => {
  render(
    <FilterGrid first={<input aria-label="Номер" />} values={['2026-11-01', undefined]}>
      <input aria-label="Период" />
    </FilterGrid>,
  )
  const button = screen.getByRole('button', { name: 'Фильтры: 1' })
  const folded = document.getElementById(button.getAttribute('aria-controls') ?? '')
  expect(button.getAttribute('aria-expanded')).toBe('false')
  expect(folded?.className).toContain('max-lg:hidden')
  expect(folded?.contains(screen.getByLabelText('Период'))).toBe(true)
  expect(folded?.contains(screen.getByLabelText('Номер'))).toBe(false)
  fireEvent.click(button)
  expect(button.getAttribute('aria-expanded')).toBe('true')
  expect(folded?.className).not.toContain('max-lg:hidden')
})
