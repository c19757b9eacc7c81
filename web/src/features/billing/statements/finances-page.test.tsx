import type { CompanyDocument } from '@artikul/contract/billing/documents'
import type { MonthContract } from '@artikul/contract/billing/month-close'
import type { Movement, SettledContract, Unpaid } from '@artikul/contract/billing/settlements'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import {
  addressOf,
  choiceParam,
  dayParam,
  numberParam,
  pageParams,
  textParam,
} from '../../../lib/page/search-params.ts'
import { todayIso } from '../../../lib/text/format.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs, signOut } from '../../../testing/sign-in.ts'
import FinancesPage from './finances-page.tsx'

const CONTRACTS = 'GET /api/v1/settlements'
const MOVEMENTS = 'GET /api/v1/settlements/movements'
const UNPAID = 'GET /api/v1/settlements/unpaid'
const INVOICES = 'GET /api/v1/settlements/invoices'
const PDF = 'GET /api/v1/settlements/statement.pdf'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('finances page shows the debt, overdue sums and due dates in words', async () => {
  serve([contract])
  open()
  expect((await screen.findByText('Ваша задолженность')).parentElement?.textContent).toContain('95')
  screen.getByText('21 день со срока оплаты', plain)
  screen.getByText('из лимита 200 000,00 ₽', plain)
  await screen.findByText('Просрочено: 21 день', plain)
  screen.getByText('спорно 1 200,00 ₽', plain)
  screen.getByText('из них спорно 1 200,00 ₽', plain)
  screen.getByText('до 10.12')
  expect(screen.getByText('позже').nextSibling?.textContent?.replace(/\s/g, ' ')).toBe('10 000,00 ₽')
  screen.getByText('аванс 100,00 ₽', plain)
  expect((await screen.findByRole('link', { name: 'Отгрузка № 140' })).getAttribute('href')).toBe('/shipments/8')
  expect(screen.queryByLabelText('Договор')).toBeNull()
})

test('selected shipments go to the bar that pays them', async () => {
  serve([contract])
  open()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Выбрать отгрузку № 101' }))
  await screen.findByText('Оплатить № 101')
})

test('unpaid invoices are listed with the rest to pay', async () => {
  const invoice = {
    id: 4,
    invoice_kind: 'order',
    order: { id: 9, number: '26-000009' },
    number: 'РП-000004',
    issued_on: '2026-11-16',
    pay_until: '2026-11-19',
    contract: '17/26',
    total_kop: 100_000,
    left_kop: 40_000,
    state: 'partly_paid',
  }
  serve([contract], { [INVOICES]: () => json({ results: [invoice], has_more: false }) })
  open()
  const table = within(await screen.findByRole('table', { name: 'Неоплаченные счета' }))
  expect(table.getByRole('link', { name: '№ РП-000004' }).getAttribute('href')).toBe('/invoice/4')
  expect(table.getByRole('link', { name: 'Заказ № 26-000009' }).getAttribute('href')).toBe('/orders/9')
  table.getByText('Оплачен частично')
  table.getByText('400,00')
})

test('negative debt is shown as an advance', async () => {
  serve([{ ...contract, debt_kop: -5000, overdue_kop: 0, overdue_days: 0, limit_kop: 0 }])
  open()
  expect((await screen.findByText('Ваш аванс')).parentElement?.textContent.replace(/\s/g, ' ')).toContain('50,00 ₽')
  screen.getByText('По предоплате')
  screen.getByText('спорно 1 200,00 ₽', { ...plain, selector: 'dd span' })
})

const AT = '2026-11-17T11:05:00.000Z'

test('disputed debt is shown as disputed, not as paid', async () => {
  const nothing = { ...unpaid, results: [], calendar: [] }
  serve([{ ...contract, debt_kop: 120_000, disputed_kop: 150_000, overdue_kop: 0 }], { [UNPAID]: () => json(nothing) })
  open()
  await screen.findByText('Остаток спорный: он ждёт решения по обращениям.')
  screen.getByText('спорно 1 500,00 ₽', { ...plain, selector: 'dd span' })
})

test('reconciliation statement requires one of several contracts', async () => {
  const pdf = vi.fn(() => new Response('%PDF-'))
  const server = serve(
    [contract, { ...contract, contract_id: 4, number: '18/26', accounting_mode: '1c', exchanged_at: AT }],
    {
      [PDF]: pdf,
    },
  )
  open()
  const button = await screen.findByRole('button', { name: 'Акт сверки PDF' })
  expect(button).toHaveProperty('disabled', true)
  screen.getByText('Для акта сверки выберите договор')
  screen.getByText(/Учёт ведётся в 1С: здесь то, что из неё уже пришло, по данным на 17\.11\.2026/)
  fireEvent.change(screen.getByLabelText('Договор'), { target: { value: '3' } })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Акт сверки PDF' })).toHaveProperty('disabled', false))
  expect(screen.queryByText(/Учёт ведётся в 1С/)).toBeNull()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  fireEvent.click(screen.getByRole('button', { name: 'Акт сверки PDF' }))
  await waitFor(() => expect(pdf).toHaveBeenCalledOnce())
  expect(server.keys().at(-1)).toMatch(/statement\.pdf\?contract_id=3&from=2\d{3}-\d\d-01&to=/)
})

test('debts of 1C stand beside the sums of the portal, with the moment they are of', async () => {
  const debts = [
    { document: 'Реализация № РТ-1', due_on: '2020-01-02', sum_kop: 150_000 },
    { document: '', due_on: null, sum_kop: -50_000 },
  ]
  serve([
    { ...contract, accounted: { as_of: AT, debts } },
    { ...contract, contract_id: 4, number: '18/26', accounted: { as_of: AT, debts: [] } },
  ])
  open()
  await screen.findByText(/по данным 1С на 17\.11\.2026.*: долг 1 000,00 ₽/, plain)
  screen.getByText('02.01.2020, просрочено')
  screen.getByText('Аванс')
  screen.getByText(/^Договор 18\/26 по данным 1С.*долга нет/)
})

test('finances page has messages for no payments, no movements and no contracts', async () => {
  const nothing = { ...unpaid, results: [], calendar: [] }
  serve([contract], { [UNPAID]: () => json(nothing), [MOVEMENTS]: () => json(moved([])) })
  open()
  await screen.findByText('Платить сейчас нечего')
  await screen.findByText('За эти дни ни отгрузок, ни оплат')
  cleanup()
  serve([])
  open()
  await screen.findByText('Расчётов пока нет')
})

test('failed finances panel can be retried', async () => {
  let isUp = false
  serve([contract], { [UNPAID]: () => (isUp ? json(unpaid) : problem('unavailable')) })
  open()
  await screen.findByText('Не удалось загрузить')
  isUp = true
  fireEvent.click(screen.getByRole('button', { name: 'Повторить' }))
  expect(within(await screen.findByRole('table', { name: 'К оплате' })).getByText('№ 101', plain)).toBeTruthy()
})

test('employee without settlements sees an explanation, and no request is made', async () => {
  await signInAs({ may: { see_prices: true, see_settlements: false, place_orders: true, change_points: true } })
  const server = serve([contract])
  open()
  await screen.findByText('Взаиморасчёты скрыты')
  expect(server.keys()).not.toContain(CONTRACTS)
  await signOut()
})

const DOCUMENTS = 'GET /api/v1/documents'
const shared = { day: '2026-11-10', seller: 'ООО «АРТИКУЛ»', contract: '17/26', consignee: 'Склад' }
const documents: CompanyDocument[] = [
  {
    ...shared,
    kind: 'shipment',
    id: 8,
    number: '140',
    sum_kop: 3_000_000,
    state: 'shipped',
    upd_number: null,
    upd_days: 6,
  },
  {
    ...shared,
    kind: 'invoice',
    id: 4,
    number: '77',
    sum_kop: 100_000,
    invoice_kind: 'order',
    order: { id: 3, number: '26-1' },
    state: 'replaced',
  },
  {
    ...shared,
    kind: 'correction',
    id: 2,
    number: 'УКД-7',
    sum_kop: -5000,
    claim: { id: 9, number: 'О-9' },
    shipment: { id: 8, number: '140' },
  },
]
const listed = (results: CompanyDocument[]) => ({
  results,
  pagination: { total_count: results.length, per_page: 50, page: 1 },
})

test('document list shows the kind, the link and the download formats', async () => {
  serve([contract], { [DOCUMENTS]: () => json(listed(documents)) })
  open('/finances?tab=documents')
  const table = await screen.findByRole('table', { name: 'Документы' })
  within(table).getByText('УПД ожидается из 1С, 6 дн.', plain)
  within(table).getByRole('button', { name: 'Скачать XLSX: Поступление товаров № 140' })
  within(table).getByRole('button', { name: 'Скачать 1С: Поступление товаров № 140, CommerceML' })
  // A document no longer in force can still be downloaded as issued.
  within(table).getByRole('button', { name: 'Скачать PDF: Счёт № 77' })
  expect(within(table).getByRole('link', { name: '№ 77' }).getAttribute('href')).toBe('/invoice/4')
  expect(within(table).getByRole('link', { name: '№ УКД-7' }).getAttribute('href')).toBe('/claims/9')
})

test('empty or failed document list has a message', async () => {
  const server = serve([contract], { [DOCUMENTS]: () => json(listed([])) })
  open('/finances?tab=documents')
  await screen.findByText('Документов пока нет')
  fireEvent.change(screen.getByLabelText('Вид'), { target: { value: 'claim' } })
  await screen.findByText('Под эти условия документов нет')
  expect(server.keys().some((key) => key.startsWith(DOCUMENTS) && key.includes('kind=claim'))).toBe(true)
  cleanup()
  serve([contract], { [DOCUMENTS]: () => problem('unavailable') })
  open('/finances?tab=documents&q=1')
  await screen.findByRole('button', { name: 'Повторить' })
})

const SPEND = 'GET /api/v1/settlements/spend'
const spend = {
  total_kop: 300_000,
  months: [
    { month: '2026-10', sum_kop: 0 },
    { month: '2026-11', sum_kop: 300_000 },
  ],
  brands: [{ brand: 'MANN-FILTER', sum_kop: 299_000 }],
  others_kop: 1000,
}

test('purchases are listed by month and by brand with shares', async () => {
  serve([contract], { [SPEND]: () => json(spend) })
  open('/finances?tab=spend')
  const months = within(await screen.findByRole('table', { name: 'Закупки по месяцам' }))
  expect(months.getByRole('row', { name: /^октябрь 2026/ }).textContent.replace(/\s/g, ' ')).toContain('0,00 ₽')
  expect(months.getByRole('row', { name: /^ноябрь 2026/ }).textContent.replace(/\s/g, ' ')).toContain('3 000,00 ₽')
  const brands = within(screen.getByRole('table', { name: 'Закупки по брендам' }))
  brands.getByText('100 %', plain)
  brands.getByText('< 1 %', plain)
  brands.getByText('Остальные')
})

test('empty, too long and reversed spending periods have messages', async () => {
  const empty = { total_kop: 0, months: [{ month: '2026-11', sum_kop: 0 }], brands: [], others_kop: 0 }
  serve([contract], { [SPEND]: () => json(empty) })
  open('/finances?tab=spend&from=2026-11-01&to=2026-11-30')
  await screen.findByText('За эти дни ничего не отгружено')
  cleanup()
  open('/finances?tab=spend&from=2010-01-01&to=2026-11-30')
  await screen.findByText(/^Период не длиннее трёх лет/)
  cleanup()
  open('/finances?tab=spend&from=2026-11-30&to=2026-11-01')
  await screen.findByText('Начало периода позже его конца.')
})

test('failed spending report can be retried', async () => {
  let requestCount = 0
  serve([contract], { [SPEND]: () => ((requestCount += 1) === 1 ? problem('unavailable') : json(spend)) })
  open('/finances?tab=spend')
  fireEvent.click(await screen.findByRole('button', { name: 'Повторить' }))
  await screen.findByRole('table', { name: 'Закупки по месяцам' })
})

const MONTH = 'GET /api/v1/settlements/month'
const monthContract: MonthContract = {
  contract_id: 3,
  contract: '17/26',
  seller: 'ООО «АРТИКУЛ»',
  opening_kop: 100_000,
  debit_kop: 50_000,
  credit_kop: 0,
  closing_kop: 150_000,
  documents: { shipment: 2, correction: 0, invoice: 1, claim: 0 },
  gaps: [],
  reconciliation: null,
}
const monthOf = (...contracts: MonthContract[]) => ({ from: '2026-10-01', to: '2026-10-31', contracts })

test('month to close shows what is missing, with days, and downloads its documents', async () => {
  const gaps: MonthContract['gaps'] = [
    { kind: 'upd', total: 21, documents: [{ id: 8, number: '140', day: '2026-10-10', days: 6 }] },
    { kind: 'correction', total: 1, documents: [{ id: 9, number: 'О-9', day: '2026-10-11', days: 0 }] },
  ]
  const archive = vi.fn(() => new Response('PK'))
  const server = serve([contract], {
    [MONTH]: () => json(monthOf({ ...monthContract, gaps })),
    'GET /api/v1/documents/archive': archive,
  })
  open('/finances?tab=month&from=2026-10-01')
  await screen.findByText('УПД не пришли из 1С: 21')
  expect(screen.getByRole('link', { name: '№ 140' }).closest('li')?.textContent).toMatch(/6\sдней/)
  screen.getByText('и ещё 1')
  expect(screen.getByRole('link', { name: '№ О-9' }).getAttribute('href')).toBe('/claims/9')
  screen.getByText('Документы месяца: 2 отгрузки, 1 счёт', plain)
  screen.getByText('Акт сверки за месяц не сверен')
  expect(screen.getByRole('link', { name: 'Сверить со своим' }).getAttribute('href')).toBe(
    '/finances?tab=reconciliations&contract=3&from=2026-10-01&to=2026-10-31',
  )
  expect(screen.queryByText('Всё готово: месяц можно закрывать')).toBeNull()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
  fireEvent.click(screen.getByRole('button', { name: 'Скачать архив за месяц' }))
  await waitFor(() => expect(archive).toHaveBeenCalledOnce())
  expect(server.keys().at(-1)).toMatch(/archive\?from=2026-10-01&to=2026-10-31$/)
})

test('month without anything to do can be closed, and an open difference prevents it', async () => {
  const reconciliation = { id: 5, open_count: 0, created_at: '2026-11-02T09:00:00Z', is_outdated: false }
  serve([contract], { [MONTH]: () => json(monthOf({ ...monthContract, reconciliation })) })
  open('/finances?tab=month')
  await screen.findByText('Всё готово: месяц можно закрывать')
  screen.getByText(/^Проверено: 3\sдокумента, 1\sдоговор\./)
  cleanup()
  const server = serve([contract], {
    [MONTH]: () => json(monthOf({ ...monthContract, reconciliation: { ...reconciliation, open_count: 2 } })),
  })
  open('/finances?tab=month')
  await screen.findByText('В сверке 2 открытых расхождения', plain)
  expect(screen.getByRole('link', { name: 'Открыть сверку' }).getAttribute('href')).toBe('/reconciliations/5')
  fireEvent.change(screen.getByLabelText('Месяц'), { target: { value: todayIso().slice(0, 7) } })
  await screen.findByText('Месяц ещё идёт: документы могут добавиться.')
  expect(server.keys().at(-1)).toContain(`month=${todayIso().slice(0, 7)}`)
})

test('empty or failed month has a message', async () => {
  let isUp = false
  serve([contract], { [MONTH]: () => (isUp ? json(monthOf()) : problem('unavailable')) })
  open('/finances?tab=month')
  fireEvent.click(await screen.findByRole('button', { name: 'Повторить' }).then((button) => ((isUp = true), button)))
  await screen.findByText('В этом месяце документов нет')
})

const contract: SettledContract = {
  contract_id: 3,
  number: '17/26',
  seller: 'ООО «АРТИКУЛ»',
  signed_on: '2026-02-01',
  accounting_mode: 'portal',
  exchanged_at: null,
  accounted: null,
  debt_kop: 9_500_000,
  disputed_kop: 120_000,
  overdue_kop: 6_500_000,
  overdue_days: 21,
  in_work_kop: 4_000_000,
  limit_kop: 20_000_000,
  available_kop: 6_500_000,
}
const validateSearch = addressOf({
  ...pageParams,
  contract: numberParam(),
  from: dayParam,
  to: dayParam,
  tab: choiceParam(['documents', 'month', 'spend']),
  kind: choiceParam(['invoice', 'shipment', 'claim', 'correction']),
  q: textParam(50),
})
const plain = { normalizer: (text: string) => text.replace(/\s+/g, ' ') }

const movement: Movement = {
  kind: 'shipment',
  id: 8,
  number: '140',
  day: '2026-11-10',
  contract: '17/26',
  debit_kop: 3_000_000,
  credit_kop: 0,
  balance_kop: 9_500_000,
}

const unpaid: Unpaid = {
  results: [
    {
      id: 5,
      number: '101',
      day: '2026-10-01',
      due_on: '2026-10-31',
      contract_id: 3,
      contract: '17/26',
      total_kop: 10_000_000,
      left_kop: 1_500_000,
      disputed_kop: 120_000,
      overdue_days: 21,
    },
  ],
  has_more: false,
  ages: { none: 3_000_000, week: 0, month: 1_500_000, quarter: 0, older: 0 },
  calendar: [{ due_on: '2026-12-10', left_kop: 2_000_000 }],
}

const moved = (results: Movement[]) => ({
  results,
  pagination: { total_count: results.length, per_page: 50, page: 1 },
  turnover: { opening_kop: -10_000, debit_kop: 3_000_000, credit_kop: 500_000, closing_kop: 9_500_000 },
})

const serve = (contracts: SettledContract[], more: Parameters<typeof fakeServer>[0] = {}) =>
  fakeServer({
    [CONTRACTS]: () => json({ results: contracts }),
    [MOVEMENTS]: () => json(moved([movement])),
    [UNPAID]: () => json(unpaid),
    [INVOICES]: () => json({ results: [], has_more: false }),
    ...more,
  })

/** Stands for the bar of another feature. */
const PayShipments: ComponentProps<typeof FinancesPage>['payShipments'] = ({ selected }) => (
  <p>Оплатить {selected.map(({ number }) => `№ ${number}`).join(', ')}</p>
)

const open = (at = '/finances') =>
  renderPage(() => <FinancesPage payShipments={PayShipments} />, { path: '/finances', at, validateSearch })
