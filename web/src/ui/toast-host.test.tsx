import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ToastHost } from './toast-host.tsx'
import { toast } from './toast.ts'

afterEach(cleanup)

const area = () => screen.findByRole('region', { name: 'Уведомления' }, { timeout: 3000 })

test('what draws messages comes with the first of them, which waits for it', async () => {
  toast({ severity: 'info', summary: 'Сказано раньше' })
  render(<ToastHost />)
  expect(await screen.findByText('Сказано раньше')).toBeTruthy()
})

test('it comes when somebody begins to do something, before there is anything to say', async () => {
  render(<ToastHost />)
  expect(screen.queryByRole('region', { name: 'Уведомления' })).toBeNull()
  fireEvent.pointerDown(document.body)
  expect(await area()).toBeTruthy()
})
