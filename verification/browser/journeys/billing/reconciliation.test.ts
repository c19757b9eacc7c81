import { test } from 'vitest'
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

useServer()
const visit = useBrowser()

interface Moved {
  number: string
  day: string
  debit_kop: number
  credit_kop: number
}

const ruDay = (day: string) => day.split('-').toReversed().join('.')
const rub = (kop: number) => (kop === 0 ? '' : (kop / 100).toFixed(2).replace('.', ','))

test('client sees differences, writes about one, and the manager answers and closes it', async () => {
  const act = await ownAct()
  for (const screen of SCREENS) {
    const buyer = await visit(screen)
    await signIn(buyer, 'ContractorAdmin')
    const { page } = buyer
    await upload(buyer, act)
    const path = new URL(page.url()).pathname
    const table = page.getByRole('table', { name: 'Расхождения' })
    await table.getByText('Оплата 990017').waitFor()
    await table.getByText('Только у поставщика').first().waitFor()
    await expectSound(buyer, `a reconciliation, ${screen.name}`)

    await page.getByRole('button', { name: 'Столбцы' }).click()
    const columns = page.getByRole('dialog', { name: 'Столбцы файла' })
    await columns.getByRole('region', { name: 'Первые строки файла' }).waitFor()
    await expectSound(buyer, `columns of a statement, ${screen.name}`)
    await columns.getByRole('button', { name: 'Отмена' }).click()

    await table.getByRole('button', { name: /Обсудить: Только у покупателя, Оплата 990017/ }).click()
    const talk = page.getByRole('dialog', { name: 'Только у покупателя' })
    await talk.getByLabel('Сообщение менеджеру').fill('Платили 15,50 через банк, проверьте')
    await talk.getByRole('button', { name: 'Отправить' }).click()
    await talk.getByRole('listitem').getByText('Платили 15,50').waitFor()
    await expectSound(buyer, `a talk of a difference, ${screen.name}`)

    const manager = await visit(screen)
    await signIn(manager, 'ArtikulOrderManager')
    await manager.page.goto(`${manager.origin}/settlements?tab=reconciliations`)
    await manager.page.getByText('Ждут ответа поставщика: 1').first().waitFor()
    await expectSound(manager, `reconciliations of staff, ${screen.name}`)
    await manager.page.goto(`${manager.origin}${path}`)
    await manager.page.getByRole('button', { name: /Обсудить: Только у покупателя, Оплата 990017/ }).click()
    const answer = manager.page.getByRole('dialog', { name: 'Только у покупателя' })
    await answer.getByText('Платили 15,50').waitFor()
    await answer.getByLabel('Сообщение клиенту').fill('Нашли, разнесём сегодня')
    await answer.getByRole('button', { name: 'Отправить' }).click()
    await answer.getByRole('listitem').getByText('Нашли').waitFor()
    await answer.getByRole('button', { name: 'Исправим у себя' }).click()
    await answer.waitFor({ state: 'detached' })
    await manager.close()

    await page.goto(`${buyer.origin}${path}?state=closed`)
    await page.getByRole('table', { name: 'Расхождения' }).getByText('Исправит поставщик').waitFor()
    await expectSound(buyer, `a closed difference, ${screen.name}`)
    await page.goto(`${buyer.origin}/finances?tab=reconciliations`)
    await page.getByRole('table', { name: 'Сверки' }).waitFor()
    await expectSound(buyer, `reconciliations, ${screen.name}`)
    await buyer.close()
  }
})

/** The contractor's own statement: our documents with one different sum, one missing, and one extra payment. */
async function ownAct() {
  const client = await callAs(ACCOUNTS.ContractorAdmin)
  await chooseCompany(client, COMPANIES.volga)
  const contracts = await client.get<{ results: { contract_id: number }[] }>('/settlements')
  for (const { contract_id: contract } of contracts.results) {
    const query = `contract_id=${contract}&from=2024-01-01&to=2030-01-01&page_size=150`
    const { results } = await client.get<{ results: Moved[] }>(`/settlements/movements?${query}`)
    if (results.length < 3) continue
    const [from = '', to = ''] = [results.at(-1)?.day, results[0]?.day]
    const booked = results.slice(1).toReversed()
    const altered = booked.findIndex(({ debit_kop }) => debit_kop > 500_000)
    const rows = booked.map(({ number, day, debit_kop, credit_kop }, at) => {
      const [paid, got] = [rub(credit_kop), rub(at === altered ? debit_kop - 320_000 : debit_kop)]
      return `${ruDay(day)};${debit_kop > 0 ? 'Поступление' : 'Оплата'} ${number};${paid};${got}`
    })
    const file = ['Акт сверки', 'Дата;Документ;Дебет;Кредит', 'Сальдо начальное;;;', ...rows]
    return { contract, from, to, bytes: Buffer.from([...file, `${ruDay(to)};Оплата 990017;15,50;`].join('\r\n')) }
  }
  throw new Error('no contract of the demonstration has three documents')
}

async function upload({ page, origin }: Visit, { contract, from, to, bytes }: Awaited<ReturnType<typeof ownAct>>) {
  await page.goto(`${origin}/finances?tab=reconciliations&contract=${contract}&from=${from}&to=${to}`)
  await page.getByLabel('Файл сверки').setInputFiles({ name: 'Акт.csv', mimeType: 'text/csv', buffer: bytes })
  await page.waitForURL('**/reconciliations/*')
  await expectLoaded(page, /^Сверка за /)
  await page.getByRole('table', { name: 'Расхождения' }).waitFor()
}
