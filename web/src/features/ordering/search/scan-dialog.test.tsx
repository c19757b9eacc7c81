import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json } from '../../../testing/fake-server.ts'
import { BARCODE_FORMATS } from '../../../lib/browser/barcode-formats.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { PartSearch } from './part-search.tsx'

const BUTTON = { name: 'Сканировать код' }
const stopTrack = vi.fn()

beforeEach(() => {
  localStorage.clear()
  stopTrack.mockClear()
  fakeServer({ 'GET /api/v1/search/suggest': () => json({ results: [] }) })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

test('scanned number is searched at once, and the camera is released', async () => {
  fakeBrowser({})
  const { router } = renderPage(PartSearch, { path: '/catalog' })
  fireEvent.click(await screen.findByRole('button', BUTTON))
  await screen.findByText(/^Наведите камеру на штрихкод, QR-код/)
  await waitFor(() => expect(router.state.location.search).toMatchObject({ q: '4011558057916' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stopTrack).toHaveBeenCalled()
})

test('denied camera access is explained', async () => {
  fakeBrowser({ open: () => Promise.reject(new DOMException('no', 'NotAllowedError')) })
  renderPage(PartSearch, { path: '/catalog' })
  fireEvent.click(await screen.findByRole('button', BUTTON))
  expect((await screen.findByRole('alert')).textContent).toContain('Доступ к камере запрещён')
})

test('scan button is hidden without a camera', async () => {
  fakeBrowser({ cameras: 0 })
  renderPage(PartSearch, { path: '/catalog' })
  await screen.findByRole('combobox')
  await Promise.resolve()
  expect(screen.queryByRole('button', BUTTON)).toBeNull()
})

/** Browser that reads barcodes: first an empty picture, then the number. */
function fakeBrowser({
  cameras = 1,
  open = () => Promise.resolve(),
}: {
  cameras?: number
  open?: () => Promise<void>
}) {
  const seen: { rawValue: string }[][] = [[], [{ rawValue: '4011558057916' }]]
  class Detector {
    static getSupportedFormats = () => Promise.resolve([...BARCODE_FORMATS])
    detect = () => Promise.resolve(seen.shift() ?? [])
  }
  vi.stubGlobal('BarcodeDetector', Detector)
  vi.spyOn(HTMLVideoElement.prototype, 'play').mockResolvedValue()
  Object.defineProperty(HTMLVideoElement.prototype, 'srcObject', { configurable: true, writable: true, value: null })
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: {
      enumerateDevices: () => Promise.resolve(Array.from({ length: cameras }, () => ({ kind: 'videoinput' }))),
      getUserMedia: async () => {
        await open()
        return { getTracks: () => [{ stop: stopTrack }] }
      },
    },
  })
}
