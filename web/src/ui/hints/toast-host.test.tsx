import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ToastHost } from './toast-host.tsx'
import { toast, toastUndoable } from './toast.ts'

afterEach(cleanup)

const area = () => screen.findByRole('region', { name: 'Уведомления' }, { timeout: 3000 })

test('toast raised before the host has loaded is shown later', async () => {
  toast({ severity: 'info', summary: 'Сказано раньше' })
  render(<ToastHost />)
  expect(await screen.findByText('Сказано раньше')).toBeTruthy()
})

test('toast host loads on the first user action', async () => {
  render(<ToastHost />)
  expect(screen.queryByRole('region', { name: 'Уведомления' })).toBeNull()
  fireEvent.pointerDown(document.body)
  expect(await area()).toBeTruthy()
})

test('message of an act that can be undone has a button, takes no focus and shows a refusal', async () => {
  render(
    <>
      <input aria-label="Поле" />
      <ToastHost />
    </>,
  )
  screen.getByLabelText('Поле').focus()
  const undo = vi.fn().mockRejectedValue(new Error('поздно'))
  toastUndoable({ summary: 'Шаблон удалён', undo, undone: 'Шаблон возвращён' })
  const button = await screen.findByRole('button', { name: 'Отменить' })
  expect(document.activeElement).toBe(screen.getByLabelText('Поле'))
  expect(button.tabIndex).toBe(0)
  fireEvent.click(button)
  await screen.findByText('Не отменено')
  expect(undo).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', { name: 'Отменить' })).toBeNull()
})
