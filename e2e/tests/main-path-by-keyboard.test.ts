import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ACCOUNTS, expectLoaded, PASSWORD, SCREENS, useBrowser } from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'

useServer()
const visit = useBrowser()
const MAX_STEPS = 120

/** Returns what a screen reader announces for the focused element. */
const readAnnouncement = (page: Page) => page.locator(':focus').first().ariaSnapshot({ timeout: 5000 })

/** Checks the regions, the only heading of the first level, and each of the lines. */
async function expectTold(page: Page, heading: RegExp, lines: readonly RegExp[]) {
  await expectLoaded(page, heading)
  const tree = await page.locator('body').ariaSnapshot()
  for (const line of [/^- banner/m, /^ *- navigation "[^"]+"/m, /^ *- main/m, ...lines]) expect(tree).toMatch(line)
  expect(tree.match(/heading ".*" \[level=1\]/g)).toHaveLength(1)
  // A control without a name is announced by its kind alone.
  expect(tree.match(/^ *- (button|link|textbox|combobox|checkbox|spinbutton)( \[[^\]]*\])*:?$/gm) ?? []).toEqual([])
}

test('client gets from sign-in to an invoice by keyboard, and every control has a name', async () => {
  const person = await visit(SCREENS[0])
  const { page, origin, noise } = person
  await page.goto(`${origin}/cart`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await tabTo(page, /textbox "Электронная почта или логин/)
  await page.keyboard.type(ACCOUNTS.ContractorAdmin)
  await tabTo(page, /textbox "Пароль/)
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/cart`)
  await expectLoaded(page)

  await page.keyboard.press('/')
  await expect.poll(() => readAnnouncement(page)).toMatch(/combobox "Поиск запчастей/)
  await page.keyboard.type('26300-35503')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/catalog\?/)
  const button = page.getByRole('button', { name: /^В корзину: HYUNDAI\/KIA 26300-35503/ }).first()
  await button.waitFor()
  await expectTold(page, /./, [/button "В корзину: HYUNDAI\/KIA 26300-35503/])
  await tabTo(page, /button "В корзину: HYUNDAI\/KIA 26300-35503/)
  await page.keyboard.press('Enter')
  // Screen readers announce the added goods.
  await page.locator('[aria-live]').filter({ hasText: 'Добавлено в корзину' }).first().waitFor()

  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('Корзина')
  await page
    .getByRole('option', { name: /Корзина/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(`${origin}/cart`)
  await page.getByRole('button', { name: 'Оформить заказ' }).waitFor()
  await expectTold(page, /Корзина/, [/checkbox/, /spinbutton|textbox "Количество/, /button "Оформить заказ"/])
  await tabTo(page, /button "Оформить заказ"/)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: /^Будет создан/ }).waitFor()
  await tabTo(page, /button "Оформить"/)
  await page.keyboard.press('Enter')
  await page
    .getByRole('link', { name: /Счёт на оплату №/ })
    .first()
    .waitFor()
  await tabTo(page, /link "Счёт на оплату №/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/order-invoice\/\d+/)
  await expectTold(page, /Сч[её]т/, [/heading "Счет на оплату № РП-\d{6}/, /button "PDF"/, /table/])
  expect(noise).toEqual([])
  await person.close()
})

/** Presses Tab until the screen reader announces the wanted element. */
async function tabTo(page: Page, wanted: RegExp, key = 'Tab') {
  const passed: string[] = []
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press(key)
    const announcement = await readAnnouncement(page).catch(() => '')
    if (wanted.test(announcement)) return
    passed.push(announcement.split('\n', 1)[0] ?? '')
  }
  throw new Error(`no ${wanted.source} among ${passed.join(' · ')}`)
}
