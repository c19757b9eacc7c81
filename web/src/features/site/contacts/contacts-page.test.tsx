import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import ContactsPage from './contacts-page.tsx'

vi.mock('../../../ui/map/map-view.tsx', async () => ({
  MapView: (await import('../../../testing/fake-map.tsx')).FakeMap,
}))

const CONTACTS = 'GET /api/v1/contacts'

const open = () => renderPage(() => <ContactsPage />, { path: '/contacts' })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('contacts page lists offices and requisites, and shows a selected office on the map', async () => {
  fakeServer({ [CONTACTS]: () => json({ offices: [OFFICE], sellers: [SELLER] }) })
  open()
  const phone = await screen.findByRole('link', { name: /495/ })
  expect(phone.getAttribute('href')).toBe('tel:+74950000001')
  expect(screen.getByRole('link', { name: 'info@artikul.test' })).toBeTruthy()
  expect(screen.getByText('1257700001239').previousElementSibling?.textContent).toBe('ОГРН')
  fireEvent.click(screen.getByRole('button', { name: 'Центральный офис' }))
  expect(await screen.findByText('На карте: 1')).toBeTruthy()
})

test('contacts page shows a load failure', async () => {
  fakeServer({ [CONTACTS]: () => problem('unavailable') })
  open()
  expect(await screen.findByText('Не удалось загрузить')).toBeTruthy()
})

const OFFICE = {
  id: 1,
  name: 'Центральный офис',
  address: 'г. Москва, Каширское ш., д. 7',
  coordinates: [37.63, 55.66],
  phone: '+74950000001',
  email: 'info@artikul.test',
  hours: 'пн–пт 9:00–18:00',
}

const SELLER = {
  name: 'ООО «Артикул»',
  inn: '7701234560',
  kpp: '770101001',
  ogrn: '1257700001239',
  address: 'г. Москва',
  phone: '',
}
