import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Dialog } from './dialog.tsx'
import { lazyWindow } from './lazy-window.tsx'

afterEach(cleanup)

const Opened = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Отгрузка" open onClose={onClose}>
    готово
  </Dialog>
)

test('window whose code does not load keeps the page and opens at the next try', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const load = vi.fn().mockRejectedValueOnce(new TypeError('failed to fetch')).mockResolvedValue({ default: Opened })
  const Window = lazyWindow<{ onClose: () => void }>(load)
  function Page() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <input aria-label="Комментарий" />
        <button onClick={() => setOpen(true)}>Открыть</button>
        <Suspense>{isOpen && <Window onClose={() => setOpen(false)} />}</Suspense>
      </>
    )
  }
  render(<Page />)
  fireEvent.change(screen.getByLabelText('Комментарий'), { target: { value: 'до двери' } })
  fireEvent.click(screen.getByText('Открыть'))
  await screen.findByRole('dialog', { name: 'Окно не открылось' })
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  await screen.findByRole('dialog', { name: 'Отгрузка' })
  expect(screen.getByLabelText<HTMLInputElement>('Комментарий').value).toBe('до двери')
})
