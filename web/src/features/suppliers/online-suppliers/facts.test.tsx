import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { Facts } from './facts.tsx'

const FACTS = 'GET /api/v1/online-suppliers/3/facts'
const NOTHING = { ordered: 0, refused: 0, arrived: 0, in_time: 0 }
const open = () => renderPage(() => <Facts id={3} />, { path: '/admin' })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('supplier ratios are shown with their totals', async () => {
  fakeServer({ [FACTS]: () => json({ ordered: 214, refused: 7, arrived: 180, in_time: 165 }) })
  open()
  const text = (await screen.findByText('214 строк')).closest('dl')?.textContent.replaceAll('\u00a0', ' ')
  expect(text).toContain('Отказано3,3 % (7 из 214)')
  expect(text).toContain('Приехало в срок91,7 % (165 из 180)')
})

test('supplier facts have a retry, a dash without data and a message without orders', async () => {
  const replies = [() => problem('unavailable'), () => json({ ...NOTHING, ordered: 1 })]
  fakeServer({ [FACTS]: () => (replies.shift() ?? (() => json(NOTHING)))() })
  open()
  fireEvent.click(await screen.findByRole('button', { name: 'Повторить' }))
  expect((await screen.findByText('Приехало в срок')).nextElementSibling?.textContent).toBe('—')
  cleanup()
  open()
  await screen.findByText('Заказов не было')
})
