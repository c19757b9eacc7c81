import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderPage } from '../../../../testing/render-page.tsx'
import { Gallery } from './gallery.tsx'

const photoOf = (id: number, licence = '') => ({ id, hash: String(id).repeat(32), width: 1000, height: 750, licence })
const open = (...photos: ReturnType<typeof photoOf>[]) =>
  renderPage(() => <Gallery title="MAHLE OC 500" photos={photos} />, { path: '/' })
const shownIn = (box: HTMLElement) => box.querySelector('img')?.getAttribute('src')
const pictureOf = (id: number) => `/api/v1/product-photos/${String(id).repeat(32)}/picture`

afterEach(cleanup)

test('gallery shows a chosen photo with its licence, and opens it in full size with arrow keys', async () => {
  open(photoOf(1), photoOf(2, 'MAHLE'), photoOf(3))
  fireEvent.click(await screen.findByRole('button', { name: 'Фото 2 из 3' }))
  const zoom = screen.getByRole('button', { name: 'Увеличить фото: MAHLE OC 500' })
  expect(shownIn(zoom)).toBe(pictureOf(2))
  screen.getByText('Фото: MAHLE')
  fireEvent.click(zoom)
  const dialog = await screen.findByRole('dialog', { name: 'MAHLE OC 500' })
  expect(shownIn(dialog)).toBe(pictureOf(2))
  fireEvent.keyDown(dialog, { key: 'ArrowRight' })
  expect(shownIn(dialog)).toBe(pictureOf(3))
  fireEvent.keyDown(dialog, { key: 'ArrowRight' })
  expect([shownIn(dialog), within(dialog).getByRole('status').textContent]).toEqual([pictureOf(1), '1 из 3'])
})

test('gallery of one photo has no choice, and without photos it is absent', async () => {
  open(photoOf(1))
  await screen.findByRole('button', { name: /^Увеличить/ })
  expect(screen.getAllByRole('button')).toHaveLength(1)
  cleanup()
  open()
  expect(screen.queryByRole('region', { name: 'Фото' })).toBeNull()
})
