import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ACCOUNTS, expectLoaded, expectSound, SCREENS, signIn, useBrowser } from '../../../../e2e/src/browser.ts'
import { useServer } from '../../../../e2e/src/own-server.ts'
import { callAs, chooseCompany, COMPANIES } from '../../../../e2e/src/people.ts'

useServer()
const visit = useBrowser()

/** Demonstration company with every kind of document. */
async function ofCompany() {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  const { id: company } = await chooseCompany(client, COMPANIES.volga)
  const invoices = await client.get<{ results: { id: number; state: string }[] }>('/documents?kind=invoice')
  return {
    company,
    invoice: invoices.results.find(({ state }) => state !== 'replaced' && state !== 'cancelled')?.id ?? 0,
  }
}

test('documents are downloaded as one archive, an invoice is emailed, and purchases are charted', async () => {
  const { company, invoice } = await ofCompany()
  for (const screen of SCREENS) {
    const buyer = await visit(screen)
    await signIn(buyer, 'ContractorAdmin')
    const { page, origin } = buyer

    await page.goto(`${origin}/finances?tab=spend`)
    await page.getByRole('table', { name: 'Закупки по месяцам' }).waitFor()
    await page.getByRole('table', { name: 'Закупки по брендам' }).waitFor()
    await expectSound(buyer, `purchases, ${screen.name}`)

    await page.goto(`${origin}/finances?tab=documents&kind=claim`)
    await page.getByText(/^\d+\sдокумент/).waitFor()
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Скачать всё за период' }).click(),
    ])
    expect(archive.suggestedFilename()).toBe('Документы.zip')
    const bytes = await readFile(await archive.path())
    expect(bytes.subarray(0, 2).toString()).toBe('PK')
    expect(bytes.toString('utf8')).toContain('Реестр документов.xlsx')
    expect(bytes.toString('utf8')).toContain('Обращения/')

    await page.goto(`${origin}/invoice/${invoice}`)
    await expectLoaded(page, /^Счёт на оплату № /)
    await page.getByRole('button', { name: 'Отправить на почту' }).click()
    const dialog = page.getByRole('dialog')
    const field = dialog.getByLabel('Кому')
    await field.waitFor()
    await field.fill('бухгалтерия')
    await dialog.getByRole('button', { name: 'Отправить' }).click()
    await dialog.getByText('Проверьте адрес электронной почты: бухгалтерия').waitFor()
    await expectSound(buyer, `an invoice by mail, ${screen.name}`)
    const address = `buh-${SCREENS.indexOf(screen)}@client.test`
    await field.fill(address)
    await dialog.getByRole('button', { name: 'Отправить' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('table', { name: 'Письма со счётом' }).getByText(address).waitFor()
    await expectSound(buyer, `an invoice that was sent, ${screen.name}`)
    await buyer.close()
  }

  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  await manager.page.goto(`${manager.origin}/contractors/${company}?tab=documents`)
  await manager.page.getByRole('button', { name: 'Скачать всё за период' }).waitFor()
  await manager.page.goto(`${manager.origin}/settings?tab=mail`)
  await manager.page.getByText(/^buh-/).first().waitFor()
})
