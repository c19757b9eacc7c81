import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { IconButton } from '../icon-button.tsx'
import { TooltipHost } from './tooltip-host.tsx'

afterEach(cleanup)

test('icon button shows its name under the pointer and hides it when pressed', async () => {
  render(
    <>
      <IconButton label="Удалить строку" icon={<svg />} />
      <TooltipHost />
    </>,
  )
  fireEvent.pointerOver(screen.getByRole('button', { name: 'Удалить строку' }), { pointerType: 'mouse' })
  expect(await screen.findByText('Удалить строку')).toBeTruthy()
  fireEvent.pointerDown(document.body)
  expect(screen.queryByText('Удалить строку')).toBeNull()
})
