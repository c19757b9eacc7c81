import type { Product } from '@artikul/contract/catalog/catalog'
import type { Certificate } from '@artikul/contract/catalog/certificates'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import BrandCertificates from './brand-certificates.tsx'
import ProductCertificates from './product-certificates.tsx'

const OF_PRODUCT = 'GET /api/v1/products/5/certificates'
const OF_BRAND = 'GET /api/v1/brands/7/certificates'
const ADD = 'POST /api/v1/brands/7/certificates?kind=declaration&number=D-1'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('buyer sees certificates without buttons that change them', async () => {
  await signInAs({ roles: [{ name: 'CONTRACTOR_USER' }] })
  fakeServer({ [OF_PRODUCT]: () => json({ results: [buildCertificate({ valid_until: '2027-12-31' })] }) })
  openProduct()
  await screen.findByText('До 31.12.2027')
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual([
    'Сертификат соответствия № RU-1, скачать',
  ])
})

test('manager sees expired ones marked and deletes those of the product but not of its brand', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null })
  const server = fakeServer({
    [OF_PRODUCT]: () =>
      json({
        results: [
          buildCertificate({ valid_until: '2020-01-01', is_expired: true }),
          buildCertificate({ id: 2, number: 'RU-2', is_of_brand: true }),
        ],
      }),
    'DELETE /api/v1/certificates/1': () => json({}),
  })
  openProduct()
  await screen.findByText('Истёк')
  expect(screen.queryByRole('button', { name: 'Удалить документ № RU-2' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Удалить документ № RU-1' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Да' }))
  await waitFor(() => expect(server.keys()).toContain('DELETE /api/v1/certificates/1'))
})

test('certificate of a brand is added, and a refused one keeps the window open', async () => {
  await signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null })
  let tries = 0
  const server = fakeServer({
    [OF_BRAND]: () => json({ results: [] }),
    [ADD]: () => (++tries === 1 ? problem('file.refused', { detail: 'Нужен PDF' }) : json({ id: 1 }, 201)),
  })
  renderPage(() => <BrandCertificates brandId={7} />, { path: '/' })
  fireEvent.click(await screen.findByRole('button', { name: 'Добавить сертификат' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Добавить сертификат' }))
  fireEvent.change(dialog.getByLabelText('Вид документа'), { target: { value: 'declaration' } })
  fireEvent.change(dialog.getByLabelText(/^Номер/), { target: { value: ' D-1 ' } })
  const file = new File(['%PDF-'], 'scan.pdf', { type: 'application/pdf' })
  fireEvent.change(dialog.getByLabelText('Файл'), { target: { files: [file] } })
  await dialog.findByText('scan.pdf')
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  await dialog.findByText('Нужен PDF')
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.keys().filter((key) => key === ADD)).toHaveLength(2)
})

const openProduct = () => renderPage(() => <ProductCertificates product={{ id: 5 } as Product} />, { path: '/' })

const buildCertificate = (fields: Partial<Certificate> = {}): Certificate => ({
  ...{ id: 1, kind: 'conformity', number: 'RU-1', valid_until: null, is_expired: false, is_of_brand: false },
  ...{ file_name: 'Сертификат соответствия RU-1.pdf', size: 1000, ...fields },
})
