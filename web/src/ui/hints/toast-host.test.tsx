import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ToastHost } from './toast-host.tsx'
import { toast } from './toast.ts'

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
