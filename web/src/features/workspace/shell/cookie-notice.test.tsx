import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../testing/render-page.tsx'
import { CookieNotice } from './cookie-notice.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const open = async () => {
  renderPage(Page, { path: '/' })
  await screen.findByText('Страница')
}
const strip = () => screen.queryByRole('region', { name: 'Файлы cookie' })

test('cookie notice links to the policy and is not printed', async () => {
  await open()
  expect(strip()?.hasAttribute('data-screen-only')).toBe(true)
  expect(strip()?.textContent).toContain('только технические файлы cookie')
  const link = screen.getByRole('link', { name: 'Политика обработки персональных данных' })
  expect(link.getAttribute('href')).toBe('/offer?doc=privacy_policy')
})

test('closed cookie notice stays hidden for a year, and the focus moves to the page', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T09:00:00Z') })
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Понятно' }))
  expect(strip()).toBeNull()
  expect(document.activeElement?.id).toBe('main')
  cleanup()
  vi.setSystemTime(new Date('2027-11-23T09:00:00Z'))
  await open()
  expect(strip()).toBeNull()
  cleanup()
  vi.setSystemTime(new Date('2027-11-25T09:00:00Z'))
  await open()
  expect(strip()).not.toBeNull()
})

test.each(['когда-то', '"когда-то"', '{}'])('cookie notice ignores an invalid stored value: %s', async (kept) => {
  localStorage.setItem('cookies-read', kept)
  await open()
  expect(strip()).not.toBeNull()
})

function Page() {
  return (
    <>
      <main id="main" tabIndex={-1}>
        Страница
      </main>
      <CookieNotice />
    </>
  )
}
