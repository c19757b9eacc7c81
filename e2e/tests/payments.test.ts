import { expect, test } from 'vitest'
import { ACCOUNTS, expectLoaded, expectSound, SCREENS, signIn, useBrowser } from '../src/browser.ts'
import { useServer } from '../src/own-server.ts'
import { callAs, chooseCompany, COMPANIES } from '../src/people.ts'

useServer()
const visit = useBrowser()

const OUR_ACCOUNT = '40702810200000012345'
const today = () => new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow' }).format(new Date())

interface UnpaidInvoice {
  number: string
  left_kop: number
  total_kop: number
}

test('manager imports a bank file and allocates a payment, and the client page updates by itself', async () => {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  await chooseCompany(client, COMPANIES.volga)
  const { results } = await client.get<{ results: UnpaidInvoice[] }>('/settlements/invoices')
  const [named, chosen] = results.filter((one) => one.number.startsWith('РП-') && one.left_kop === one.total_kop)
  if (!named || !chosen) expect.fail('the demonstration holds no unpaid invoices')

  const buyer = await visit(SCREENS[2])
  await signIn(buyer, 'ContractorAdmin')
  await buyer.page.goto(`${buyer.origin}/finances`)
  await expectLoaded(buyer.page, 'Взаиморасчёты')
  const invoices = buyer.page.getByRole('table', { name: 'Неоплаченные счета' })
  await invoices.getByText(`№ ${named.number}`).waitFor()
  await expectSound(buyer, 'finances with invoices')

  const manager = await visit()
  await signIn(manager, 'ArtikulOrderManager')
  const { page } = manager
  await page.goto(`${manager.origin}/settlements`)
  await expectLoaded(page, 'Взаиморасчёты')
  await expectSound(manager, 'payments')
  await page.getByRole('button', { name: 'Загрузить из банка' }).click()
  const file = fileOf([
    { number: '7001', sum: (named.left_kop / 100).toFixed(2), purpose: `Оплата по счёту № ${named.number}` },
    { number: '7002', sum: (chosen.left_kop / 100 + 100).toFixed(2), purpose: 'Оплата за автозапчасти' },
  ])
  await page.locator('input[type=file]').setInputFiles(file)
  const result = page.getByRole('dialog', { name: 'kl_to_1c.txt' })
  await result.getByRole('row', { name: /7001.*Проведён/ }).waitFor()
  await expectSound(manager, 'a bank file that is loaded')
  await result.getByRole('button', { name: '№ 7002' }).click()

  const desk = page.getByRole('dialog', { name: /Платёж № 7002/ })
  await desk.getByText('Предложен договор плательщика.').waitFor()
  await desk.getByRole('checkbox', { name: new RegExp(chosen.number) }).check()
  await desk.getByText(/Без счёта 100,00/).waitFor()
  await expectSound(manager, 'the desk of a payment')
  await desk.getByRole('button', { name: 'Разнести' }).click()
  await page.getByText('Платёж № 7002 разнесён').waitFor()

  // The client's page was not reloaded.
  const movements = buyer.page.getByRole('table', { name: 'Движения' })
  await movements.getByText('Оплата № 7002').waitFor()
  await movements.getByText('Оплата № 7001').waitFor()
  await invoices.getByText(`№ ${named.number}`).waitFor({ state: 'detached' })

  await page.goto(`${manager.origin}/settlements?state=posted&q=7002`)
  await page.getByRole('button', { name: '№ 7002' }).click()
  await page.getByRole('button', { name: 'Отменить разнесение' }).click()
  await page.getByLabel('Причина').fill('Не тот счёт')
  await page.getByRole('button', { name: 'Отменить разнесение' }).click()
  await page.getByText('Платёж № 7002 снова ждёт разнесения').waitFor()
  await movements.getByText('Отмена оплаты № 7002').waitFor()
  await invoices.getByText(`№ ${chosen.number}`).waitFor()

  await page.goto(`${manager.origin}/settlements?tab=debts`)
  await page.getByRole('table', { name: 'Долги' }).waitFor()
  await expectSound(manager, 'debts')
  expect([...buyer.noise, ...manager.noise]).toEqual([])
  await buyer.close()
  await manager.close()
})

const sectionOf = ({ number, sum, purpose }: { number: string; sum: string; purpose: string }) => [
  'СекцияДокумент=Платежное поручение',
  `Номер=${number}`,
  `Дата=${today()}`,
  `Сумма=${sum}`,
  'Плательщик=ООО «Автосервис Волга»',
  `ПлательщикИНН=${COMPANIES.volga}`,
  'ПлательщикРасчСчет=40702810500000000321',
  `ДатаПоступило=${today()}`,
  `ПолучательРасчСчет=${OUR_ACCOUNT}`,
  `НазначениеПлатежа=${purpose}`,
  'КонецДокумента',
]

const fileOf = (payments: Parameters<typeof sectionOf>[0][]) => ({
  name: 'kl_to_1c.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(
    `\uFEFF${['1CClientBankExchange', 'ВерсияФормата=1.03', ...payments.flatMap(sectionOf), 'КонецФайла'].join('\r\n')}`,
  ),
})
