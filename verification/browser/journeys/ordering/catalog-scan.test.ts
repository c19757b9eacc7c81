import { expect, test } from 'vitest'
import {
  expectLoaded,
  expectSoundInBothThemes,
  signIn,
  SCREENS,
  useBrowser,
  type Screen,
} from '../../../../e2e/src/browser.ts'

const visit = useBrowser()

async function open(screen: Screen) {
  const person = await visit(screen)
  await person.page.addInitScript(STUBS)
  await signIn(person, 'ContractorUser')
  const reply = await person.page.goto(`${person.origin}/catalog`)
  expect(reply?.headers()['permissions-policy']).toContain('camera=(self)')
  await expectLoaded(person.page, 'Поиск запчастей')
  return person
}

test.each([SCREENS[0], SCREENS[2]])('barcode shown to the camera is searched for: $name', async (screen) => {
  const person = await open(screen)
  const { page } = person
  await page.getByRole('button', { name: 'Сканировать штрихкод' }).click()
  const window = page.getByRole('dialog', { name: 'Штрихкод' })
  await window.getByText('Наведите камеру на штрихкод').waitFor()
  await expectSoundInBothThemes(person, 'scanning')
  await page.evaluate("globalThis.shownBarcode = '26300-35503'")
  await expectLoaded(page, /^Результаты поиска: 26300-35503/)
  await window.waitFor({ state: 'detached' })
  await expectSoundInBothThemes(person, 'found by the camera')
  await person.close()
})

test('denied camera access shows a message', async () => {
  const person = await open(SCREENS[2])
  const { page } = person
  await page.evaluate('globalThis.isCameraRefused = true')
  await page.getByRole('button', { name: 'Сканировать штрихкод' }).click()
  await page.getByText(/^Доступ к камере запрещён/).waitFor()
  await expectSoundInBothThemes(person, 'refused camera')
  await person.close()
})

/** Stubs a phone whose camera shows a drawing, and a browser that reads barcodes. */
const STUBS = `
  globalThis.BarcodeDetector = class {
    static getSupportedFormats = () => Promise.resolve(['ean_13'])
    detect = () => Promise.resolve(globalThis.shownBarcode ? [{ rawValue: globalThis.shownBarcode }] : [])
  }
  const camera = document.createElement('canvas')
  const picture = camera.getContext('2d')
  setInterval(() => picture.fillRect(0, 0, 9, 9), 50)
  navigator.mediaDevices.enumerateDevices = () => Promise.resolve([{ kind: 'videoinput' }])
  navigator.mediaDevices.getUserMedia = () => globalThis.isCameraRefused
    ? Promise.reject(new DOMException('refused', 'NotAllowedError'))
    : Promise.resolve(camera.captureStream())
`
