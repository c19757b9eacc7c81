import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  expectLoaded,
  expectSound,
  expectSoundInBothThemes,
  SCREENS,
  signIn,
  useBrowser,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { useSuppliers } from '../../../../e2e/src/suppliers.ts'

useServer(() => ({ DEMO_SUPPLIERS: 'on' }))
const suppliersOf = useSuppliers()
const visit = useBrowser()

/** Both are stocked by the supplier that receives orders at once. */
const PLACES = [
  { screen: SCREENS[0], name: SCREENS[0].name, article: 'OC500' },
  { screen: SCREENS[2], name: SCREENS[2].name, article: 'PF4147' },
]
const QUANTITY = 3

interface Position {
  number: string
  quantity: string
}

test.each(PLACES)('list row is ordered from an online supplier: $name', async ({ screen, article }) => {
  const supplier = suppliersOf().find(({ sending }) => sending === 'now') ?? expect.fail('nobody takes orders at once')
  const place = `Склад ${supplier.id}-1`
  const person = await visit(screen)
  const { page } = person
  await signIn(person, 'ContractorAdmin')
  await page.goto(`${person.origin}/search-by-document`)
  await expectLoaded(page, 'Заказ по списку')
  await page.getByLabel('Или вставьте список').fill(`${article} ${QUANTITY}`)
  await page.getByRole('button', { name: 'Найти' }).click()
  const row = page.getByRole('list', { name: 'Строки списка' }).getByRole('listitem').first()
  const suppliers = row.getByRole('button', { name: /^У поставщиков от [\d\s,]+\s₽, с\s\d/ })
  await suppliers.waitFor()
  await expectSoundInBothThemes(person, 'a row that suppliers have')

  await suppliers.click()
  const window = page.getByRole('dialog')
  const offer = window.getByRole('region', { name: /, у поставщиков$/ }).getByRole('button', { name: place })
  await offer.waitFor()
  await expectSoundInBothThemes(person, 'offers of suppliers for a row')
  await offer.click()
  await window.waitFor({ state: 'detached' })
  await row.getByText(place).waitFor()
  await page.getByRole('button', { name: 'В корзину', exact: true }).click()
  await page.getByRole('link', { name: 'Перейти в корзину' }).click()
  await expectLoaded(page, 'Корзина')
  await page.getByText(place).first().waitFor()
  await page.getByRole('button', { name: 'Оформить заказ' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Оформить', exact: true }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^№ \d\d-\d+$/ })
    .waitFor()
  await expectSound(person, 'what was ordered')

  await expect
    .poll(async () => (await orderedAt(supplier.url)).filter(({ number }) => number.replace(' ', '') === article), {
      timeout: 20_000,
    })
    .toEqual([expect.objectContaining({ quantity: String(QUANTITY) })])
  await person.close()
})

/** Reads the positions that the supplier reports for the order. */
async function orderedAt(url: string): Promise<Position[]> {
  const password = createHash('md5').update('simulator').digest('hex')
  const reply = await fetch(`${url}/orders?userlogin=portal&userpsw=${password}`)
  const { items } = (await reply.json()) as { items: { positions: Position[] }[] }
  return items.flatMap(({ positions }) => positions)
}
