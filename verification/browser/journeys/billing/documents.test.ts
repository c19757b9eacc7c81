import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import {
  ACCOUNTS,
  expectLoaded,
  expectSound,
  SCREENS,
  signIn,
  useBrowser,
  type Visit,
} from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs, chooseCompany, COMPANIES } from '../../../../e2e/src/people.ts'
import { readSheet } from '../../../../e2e/src/workbook.ts'

useServer()
const visit = useBrowser()

async function saved({ page }: Visit, name: RegExp) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name }).first().click(),
  ])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('documents of a company are listed in one register, and a shipment is downloaded for 1С', async () => {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  // The company has every kind of document.
  const { id: company } = await chooseCompany(client, COMPANIES.volga)
  for (const screen of SCREENS) {
    const buyer = await visit(screen)
    await signIn(buyer, 'ContractorAdmin')
    await buyer.page.goto(`${buyer.origin}/finances`)
    await buyer.page.getByRole('tab', { name: 'Документы' }).click()
    const register = buyer.page.getByRole('table', { name: 'Документы' })
    await register.getByText('Счёт на оплату').first().waitFor()
    await register.getByText('Отгрузка').first().waitFor()
    await expectSound(buyer, `documents, ${screen.name}`)
    await buyer.close()
  }

  const buyer = await visit()
  await signIn(buyer, 'ContractorAdmin')
  const { page } = buyer
  await page.goto(`${buyer.origin}/finances?tab=documents`)
  await expectLoaded(page, 'Взаиморасчёты')
  await page.getByLabel('Вид').selectOption({ label: 'Отгрузка' })
  const register = page.getByRole('table', { name: 'Документы' })
  await register.getByText('Счёт на оплату').first().waitFor({ state: 'detached' })
  expect(page.url()).toContain('kind=shipment')

  const table = await saved(buyer, /^Скачать XLSX: Поступление товаров № /)
  expect(table.name).toMatch(/^Поступление .+\.xlsx$/)
  const [titles, line] = readSheet(table.bytes)
  expect(titles).toEqual(expect.arrayContaining(['Артикул', 'Ваша пометка', 'Сумма НДС', 'ГТД', 'GTIN']))
  expect(line?.[titles?.indexOf('Артикул') ?? -1]).not.toBe('')
  const document = await saved(buyer, /^Скачать 1С: Поступление товаров № /)
  expect(document.name).toMatch(/^Поступление .+\.xml$/)
  expect(document.bytes.toString()).toContain('<ХозОперация>Отпуск товара</ХозОперация>')

  await register.getByRole('link', { name: /^№ / }).first().click()
  await expectLoaded(page, /^Отгрузка № /)
  expect((await saved(buyer, /^Для 1С/)).name).toMatch(/^Поступление .+\.xml$/)
  await expectSound(buyer, 'a shipment with its files')

  await page.goto(`${buyer.origin}/finances?tab=documents&q=нет-такого`)
  await page.getByText('Под эти условия документов нет').waitFor()
  await page.getByRole('button', { name: 'Сбросить' }).click()
  await register.getByText('Счёт на оплату').first().waitFor()

  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  await manager.page.goto(`${manager.origin}/contractors/${company}?tab=documents`)
  await manager.page.getByRole('table', { name: 'Документы' }).getByText('Отгрузка').first().waitFor()
  await expectSound(manager, 'documents of a company, for staff')
})
