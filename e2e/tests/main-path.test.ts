import { readFileSync } from 'node:fs'
import jsqr from 'jsqr'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectAccessible,
  expectLoaded,
  PASSWORD,
  SCREENS,
  signIn,
  signInByForm,
  useBrowser,
  WIDTHS,
  type Visit,
} from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'

useServer()
const visit = useBrowser()

async function signInOnTheWay({ page, origin }: Visit) {
  await page.goto(`${origin}/cart`)
  await page.waitForURL(/\/login\?redirect=/)
  await signInByForm({ page }, ACCOUNTS.ContractorAdmin, PASSWORD)
  await page.waitForURL(`${origin}/cart`)
}

test.each([SCREENS[0], SCREENS[3]])('client gets from sign-in to an invoice PDF, $name', async (screen) => {
  const person = await visit(screen)
  const { page, noise } = person
  await signInOnTheWay(person)
  await addFromSearch(person, '26300 35503')
  await page.goto(`${person.origin}/cart`)
  await page.getByRole('button', { name: 'Оформить заказ' }).waitFor()
  await expectAccessible(page, 'cart')
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Оформить', exact: true }).click()
  await page
    .getByRole('link', { name: /Счёт на оплату №/ })
    .first()
    .click()
  await page.waitForURL(/\/order-invoice\/\d+/)
  await page.getByRole('heading', { name: /Счет на оплату № РП-\d{6}/ }).waitFor()
  expect(await page.title()).toMatch(/^Счёт № .+ \| Артикул$/)
  const qr = await readQr(person)
  expect(qr).toMatch(
    /^ST00012\|Name=ООО «АРТИКУЛ»\|PersonalAcc=40702810200000012345\|BankName=ПАО СБЕРБАНК г\. Москва\|/,
  )
  expect(qr).toMatch(
    /\|Sum=\d+\|Purpose=Оплата по счёту № РП-\d{6} от [\d.]+ за автозапчасти\. В т\.ч\. НДС 22% - [\d.]+\|/,
  )
  await expectAccessible(page, 'invoice')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Сч[её]т .*РП-\d{6}\.pdf$/)
  expect(
    readFileSync(await file.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
  expect(noise).toEqual([])
  await person.close()
})

test('search right after sign-in is not overridden by the pending redirect', { tags: 'detail' }, async () => {
  const person = await visit()
  const { page } = person
  // The cart loads slowly, and the user does not wait for it.
  const released = Promise.withResolvers<undefined>()
  await page.route(/\/cart\.page[^/]*\.js/, async (route) => {
    await released.promise
    await route.continue()
  })
  const cart = page.waitForResponse(/\/cart\.page[^/]*\.js/)
  await signInOnTheWay(person)
  const search = page.getByLabel('Поиск запчастей').first()
  await search.fill('26300-35503')
  await search.press('Enter')
  await page.waitForURL(/\/catalog\?/)
  released.resolve(undefined)
  await cart
  // The page would return as soon as the cart is ready to render.
  await page.waitForTimeout(1000)
  await expectLoaded(page, /^Результаты поиска/)
  expect(new URL(page.url()).pathname).toBe('/catalog')
  await person.close()
})

test('order with a price raised since it was shown requires confirmation', { tags: 'detail' }, async () => {
  const person = await visit()
  await signInOnTheWay(person)
  await addFromSearch(person, '26300-35503')
  const { page } = person
  await page.goto(`${person.origin}/cart`)
  await page.route('**/api/v1/orders', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const body = route.request().postDataJSON() as { lines: { price_kop: number }[] }
    for (const line of body.lines) line.price_kop = 1
    await route.continue({ postData: JSON.stringify(body) })
  })
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Оформить', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByText(/Цена выросла/)
    .first()
    .waitFor()
  await expectAccessible(page, 'differences')
  await person.close()
})

test.each(WIDTHS)(
  'order is repeated as a list and added to the cart: $width',
  { tags: 'detail' },
  async ({ screen }) => {
    const person = await visit(screen)
    const { page, origin, noise } = person
    await signIn(person, 'ContractorAdmin')
    await page.goto(`${origin}/orders`)
    await page.getByRole('link', { name: /^№ \d/ }).first().click()
    await page.getByRole('button', { name: 'Повторить заказ' }).click()
    await page.waitForURL(/\/search-by-document\?list=\d+/)
    await expectLoaded(page, /^Повтор заказа № /)
    await page.getByText(/^К заказу \d+\sстр/).waitFor()
    await expectAccessible(page, 'repeated order')
    await page.getByRole('button', { name: 'В корзину' }).click()
    await page.getByText(/^В корзине \d+\sстр/).waitFor()
    expect(noise).toEqual([])
    await person.close()
  },
)

async function addFromSearch({ page }: Visit, article: string) {
  const search = page.getByLabel('Поиск запчастей').first()
  await search.fill(article)
  await search.press('Enter')
  await page.waitForURL(/\/catalog\?/)
  const added = page.waitForResponse(
    (reply) => reply.url().endsWith('/cart/lines') && reply.request().method() === 'POST',
  )
  await page
    .getByRole('button', { name: /^В корзину: HYUNDAI\/KIA 26300-35503/ })
    .first()
    .click()
  expect((await added).status()).toBe(201)
}

/** Reads the QR code from the screen with an independent reader. */
async function readQr({ page }: Visit): Promise<string> {
  const pixels = await page.evaluate(async () => {
    const svg = document.querySelector('[aria-label^="Код для оплаты"]')
    if (!svg) throw new Error('no payment code on the page')
    const image = new Image()
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 680
    const context = canvas.getContext('2d')
    if (!context) throw new Error('no canvas')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, 680, 680)
    context.drawImage(image, 0, 0, 680, 680)
    // Sends one character per pixel: a list of numbers of this length takes ten seconds to leave the browser.
    const { data } = context.getImageData(0, 0, 680, 680)
    return Array.from({ length: data.length / 4 }, (_, at) => ((data[at * 4] ?? 0) < 128 ? '1' : '0')).join('')
  })
  const rgba = Array.from(pixels, (isDark) => (isDark === '1' ? [0, 0, 0, 255] : [255, 255, 255, 255])).flat()
  const bytes = jsqr.default(new Uint8ClampedArray(rgba), 680, 680)?.binaryData ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes))
}
