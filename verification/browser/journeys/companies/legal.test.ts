import { setTimeout as delay } from 'node:timers/promises'
import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSoundInBothThemes,
  field,
  reportShift,
  signIn,
  useBrowser,
  watchShifts,
  WIDTHS,
  type Visit,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs, COMPANIES, fillCart } from '../../../../e2e/src/people.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
const visit = useBrowser()

const moscowToday = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })

async function open({ page, origin }: Visit, path: string, heading: string | RegExp) {
  await page.goto(origin + path)
  await expectLoaded(page, heading)
}

test.each(WIDTHS)(
  'manager publishes new offer terms at $width, and visitors read them and the previous ones',
  async ({ width, screen }) => {
    const words = `Иные условия ${width}`
    const [manager, visitor] = [await visit(screen), await visit(screen)]
    await signIn(manager, 'ArtikulOrderManager')
    const { page } = manager
    await open(manager, '/settings?tab=legal', 'Настройки')
    await page.getByText('Согласились').first().waitFor()
    await expectSoundInBothThemes(manager, 'the desk')
    await page.getByRole('button', { name: 'Новая редакция: Оферта' }).click()
    await field(page, 'Текст').fill(`## 1. Предмет\n\n**${words}**\n\n- раз\n- два`)
    await field(page, 'Что изменилось').fill('Иные сроки')
    await expectSoundInBothThemes(manager, 'the editor')
    await page.getByRole('button', { name: 'Опубликовать' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Да' }).click()
    await page
      .getByText(/^Редакция \d+ опубликована$/)
      .first()
      .waitFor()

    await open(visitor, '/offer', 'Оферта')
    await visitor.page.getByText(words).waitFor()
    await expectSoundInBothThemes(visitor, 'the offer')
    const saved = visitor.page.waitForEvent('download')
    await visitor.page.getByRole('link', { name: 'Скачать PDF' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^Оферта, редакция \d+\.pdf$/)
    await visitor.page.getByRole('link', { name: 'Редакция 1 от 01.11.2026' }).click()
    await visitor.page.getByText('Это прежняя редакция.').waitFor()
    expect(visitor.page.url()).toBe(`${visitor.origin}/offer?version=1`)
    expect(await visitor.page.getByText(words).count()).toBe(0)
    await expectSoundInBothThemes(visitor, 'a former offer')

    await visitor.page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Политика обработки персональных данных' })
      .click()
    await visitor.page.getByText('Редакция 1 от 01.11.2026').waitFor()
    expect(visitor.page.url()).toBe(`${visitor.origin}/offer?doc=privacy_policy`)
    await expectSoundInBothThemes(visitor, 'the policy')

    await open(manager, '/settings?tab=legal&legal=personal_data', 'Настройки')
    await field(page, 'Текст').fill(`Согласие: ${words}`)
    await field(page, 'Действует с').fill('31.12.2040')
    await page.getByRole('button', { name: 'Опубликовать' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Да' }).click()
    const withdraw = page.getByRole('button', { name: /^Отозвать редакцию \d+$/ })
    await withdraw.waitFor()
    await expectSoundInBothThemes(manager, 'what waits')
    await open(visitor, '/offer?doc=personal_data', /Согласие/)
    await visitor.page.getByText('Вступит в силу').waitFor()
    await withdraw.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Да' }).click()
    await withdraw.waitFor({ state: 'detached' })
    expect([...manager.noise, ...visitor.noise]).toEqual([])
    await Promise.all([manager.close(), visitor.close()])
  },
)

test.each(WIDTHS)('client accepts changed offer terms before the next order, $width', async ({ width, screen }) => {
  const staff = await callAs(ACCOUNTS.ArtikulOrderManager)
  const { results } = await staff.get<{ results: { kind: string; last_version: number }[] }>('/manager/legal')
  const version = results.find(({ kind }) => kind === 'offer')?.last_version
  const note = `Новый порядок возврата ${width}`
  await staff.post('/manager/legal/offer', { version, body: note, in_force_from: moscowToday(), note })
  const caller = await callAs(ACCOUNTS.ContractorAdmin)
  await fillCart(caller, COMPANIES.volga, ['26300-35503'])
  const buyer = await visit(screen)
  await signIn(buyer, 'ContractorAdmin')
  const { page } = buyer
  await watchShifts(page)
  // A late offer must not shift the lines.
  const late = async (route: Route) => {
    await delay(1000)
    await route.continue()
  }
  await page.route('**/api/v1/legal/offer/acceptance', late, { times: 1 })
  await open(buyer, '/cart', 'Корзина')
  await page.getByText('Изменилась оферта').waitFor()
  await reportShift(page, 'screens', 'legal document')
  await expectSoundInBothThemes(buyer, 'the cart')
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(note).waitFor()
  await dialog.getByRole('button', { name: 'Оформить', exact: true }).click()
  await dialog.getByText('Примите условия оферты', { exact: true }).waitFor()
  await expectSoundInBothThemes(buyer, 'the box that is empty')
  await dialog.getByLabel('Принимаю условия оферты').check()
  await dialog.getByRole('button', { name: 'Оформить', exact: true }).click()
  await dialog
    .getByText(/^№ 26-/)
    .first()
    .waitFor()
  await open(buyer, '/cart', 'Корзина')
  expect(await page.getByText('Изменилась оферта').count()).toBe(0)
  expect(buyer.noise).toEqual([])
  await buyer.close()
})
