import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { prepareZXingModule, writeBarcode, type WriteInputBarcodeFormat } from 'zxing-wasm/writer'
import {
  expectLoaded,
  expectSoundInBothThemes,
  signIn,
  SCREENS,
  useBrowser,
  type Screen,
} from '../../../../e2e/src/browser.ts'

const visit = useBrowser()

/** Formats that the portal reads. */
const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'data_matrix', 'qr_code']

async function open(screen: Screen, stubs = STUBS) {
  const person = await visit(screen)
  await person.page.addInitScript(stubs)
  await signIn(person, 'ContractorUser')
  const reply = await person.page.goto(`${person.origin}/catalog`)
  expect(reply?.headers()['permissions-policy']).toContain('camera=(self)')
  await expectLoaded(person.page, 'Поиск запчастей')
  return person
}

test.each([SCREENS[0], SCREENS[2]])('barcode shown to the camera is searched for: $name', async (screen) => {
  const person = await open(screen)
  const { page } = person
  await page.getByRole('button', { name: 'Сканировать код' }).click()
  const window = page.getByRole('dialog', { name: 'Сканирование' })
  await window.getByText(/^Наведите камеру на штрихкод/).waitFor()
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
  await page.getByRole('button', { name: 'Сканировать код' }).click()
  await page.getByText(/^Доступ к камере запрещён/).waitFor()
  await expectSoundInBothThemes(person, 'refused camera')
  await person.close()
})

const CODES: readonly [WriteInputBarcodeFormat, string, string][] = [
  ['EAN13', '4011558057916', '4011558057916'],
  ['Code128', '26300-35503', '26300-35503'],
  ['QRCode', '26300-35503', '26300-35503'],
  ['DataMatrix', '0104011558057916215Abc', '4011558057916'],
]

test.each(CODES)('picture of a %s is read without the detector of the browser', async (format, content, number) => {
  const person = await open(SCREENS[2], `${STUBS} delete globalThis.BarcodeDetector`)
  const { page } = person
  await page.evaluate(`globalThis.show('data:image/png;base64,${await pictureOf(format, content)}')`)
  await page.getByRole('button', { name: 'Сканировать код' }).click()
  await expectLoaded(page, new RegExp(`^Результаты поиска: ${number}`))
  await person.close()
})

/** Draws a barcode as PNG, in base64. */
async function pictureOf(format: WriteInputBarcodeFormat, content: string): Promise<string> {
  const encoder = fileURLToPath(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm'))
  const bytes = await readFile(encoder)
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength)
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  const { image, error } = await writeBarcode(content, { format, scale: 4, addQuietZones: true })
  if (!image) throw new Error(error)
  return Buffer.from(await image.arrayBuffer()).toString('base64')
}

/** Stubs a phone whose camera shows a drawing, and a browser that reads barcodes. */
const STUBS = `
  globalThis.BarcodeDetector = class {
    static getSupportedFormats = () => Promise.resolve(${JSON.stringify(FORMATS)})
    detect = () => Promise.resolve(globalThis.shownBarcode ? [{ rawValue: globalThis.shownBarcode }] : [])
  }
  const camera = document.createElement('canvas')
  const picture = camera.getContext('2d')
  let shown = null
  globalThis.show = async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    shown = image
    camera.width = shown.width + 80
    camera.height = shown.height + 80
  }
  setInterval(() => {
    picture.fillStyle = '#fff'
    picture.fillRect(0, 0, camera.width, camera.height)
    if (shown) picture.drawImage(shown, 40, 40)
  }, 50)
  navigator.mediaDevices.enumerateDevices = () => Promise.resolve([{ kind: 'videoinput' }])
  navigator.mediaDevices.getUserMedia = () => globalThis.isCameraRefused
    ? Promise.reject(new DOMException('refused', 'NotAllowedError'))
    : Promise.resolve(camera.captureStream())
`
