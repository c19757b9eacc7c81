import { expect, test } from 'vitest'
import { reportFigure } from '@artikul/server/figures'
import { expectLoaded, expectSound, SCREENS, signIn, useBrowser } from '../../../e2e/src/browser.ts'
import { useServer } from '../../../e2e/src/own-server.ts'
import { Hand } from './hand.factory.ts'

useServer()
const visit = useBrowser()

const MAX_CLICKS = 10
const SHIPPED_WITHIN_MS = 60_000

test('an order placed on the portal is shipped by 1C, in few clicks', { timeout: 180_000 }, async () => {
  const manager = await visit(SCREENS[0])
  await signIn(manager, 'ArtikulOrderManager')
  const staff = new Hand(manager.page)
  await manager.page.goto(`${manager.origin}/settings`)
  await expectLoaded(manager.page, 'Настройки')
  await staff.click(manager.page.getByRole('link', { name: 'Обмен с 1С' }))
  await staff.click(manager.page.getByRole('button', { name: 'Подключить имитацию 1С' }))
  await manager.page.getByRole('tab', { name: 'Заказы' }).waitFor()

  const buyer = await visit(SCREENS[0])
  await signIn(buyer, 'ContractorAdmin')
  const client = new Hand(buyer.page)
  await buyer.page.goto(buyer.origin)
  await expectLoaded(buyer.page)
  await client.press('/')
  await client.type('26300-35503')
  await client.press('Enter')
  await expectLoaded(buyer.page, /26300-35503/)
  await expect.poll(() => buyer.page.evaluate(() => document.activeElement?.getAttribute('data-offer'))).toBeTruthy()
  await client.press('Enter')
  await buyer.page.getByText('Добавлено в корзину').first().waitFor()
  await client.click(
    buyer.page.getByRole('navigation', { name: 'Основная навигация' }).getByRole('link', { name: /^Корзина/ }),
  )
  await client.click(buyer.page.getByRole('button', { name: 'Оформить заказ' }))
  await client.click(buyer.page.getByRole('dialog').getByRole('button', { name: 'Оформить', exact: true }))
  await buyer.page
    .getByText(/^Создан/)
    .first()
    .waitFor()

  await manager.page
    .getByText(/^УТ-\d+$/)
    .first()
    .waitFor({ timeout: SHIPPED_WITHIN_MS })
  await staff.click(manager.page.getByRole('tab', { name: 'Документы' }))
  await manager.page
    .getByText(/^Отгрузка № РТ-/)
    .first()
    .waitFor({ timeout: SHIPPED_WITHIN_MS })
  await expectSound(manager, 'documents of 1C')
  const clicks = staff.clicks + client.clicks
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS)
  reportFigure('screens', `от пустого раздела до «заказ в 1С, отгрузка пришла»: ${clicks} нажатий`)
})
