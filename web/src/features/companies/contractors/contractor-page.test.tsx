import type { ContractorDetails } from '@artikul/contract/companies/contractors'
import type { ContractItem } from '@artikul/contract/companies/contracts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addressOf, choiceParam, pageParams } from '../../../lib/page/search-params.ts'
import { buildCard as buildPlainCard } from '../../../testing/build-card.ts'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import ContractorPage from './contractor-page.tsx'
import { CONTRACTOR_TABS } from './contractors-address.ts'
import { termsText } from '@artikul/contract/companies/contract-terms'
import { dayAfter, yearLater } from './contracts/copy-contract-dialog.tsx'

const CARD = 'GET /api/v1/contractors/7'
const UPDATE = 'PATCH /api/v1/contractors/7'
const OPTIONS = 'GET /api/v1/contractors/options'
const APPROVE = 'POST /api/v1/contractors/7/approve'
const JOIN = 'POST /api/v1/contractors/7/join'
const REAPPLY = 'POST /api/v1/contractors/7/reapply'
const CONTRACTS = 'GET /api/v1/contractors/7/contracts'
const STANDINGS = 'GET /api/v1/contractors/7/standings'
const BANK = 'POST /api/v1/suggestions/bank'
const USERS = 'GET /api/v1/manager/user/admin/user/'
const INVITE = 'POST /api/v1/user/admin/user/'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('company page for a client admin', () => {
  beforeEach(() => signInAs({ roles: [{ name: 'CONTRACTOR_ADMIN' }] }).then(() => undefined))

  test('allows contact changes and locks names and numbers', async () => {
    const server = fakeServer({ [CARD]: () => json(buildCard()), [UPDATE]: () => json({ version: 4 }) })
    open()
    await press('Изменить')
    expect((await screen.findByLabelText<HTMLInputElement>(/^ИНН/)).disabled).toBe(true)
    expect(field(/^КПП/).disabled).toBe(true)
    expect(field(/^Полное наименование/).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Остановить заказы' })).toBeNull()
    type(/^Фактический адрес/, 'Москва')
    await press('Сохранить')
    await waitFor(() => expect(bodyOf(server, UPDATE)).toEqual({ version: 3, actual_address: 'Москва' }))
  })

  test('saves the order tolerance and reports wrong input before sending', async () => {
    const server = fakeServer({ [CARD]: () => json(buildCard()), [UPDATE]: () => json({ version: 4 }) })
    open()
    await screen.findByText(/портал спросит перед оформлением/)
    await press('Изменить допуск')
    const put = async (label: RegExp, value: string) => {
      const input = await screen.findByLabelText<HTMLInputElement>(label)
      fireEvent.change(input, { target: { value } })
      fireEvent.blur(input)
    }
    await put(/^Рост цены, %/, '2')
    await put(/^Перенос срока/, '1,5')
    await press('Сохранить')
    await screen.findByText('Укажите целое число дней')
    expect(server.keys()).not.toContain(UPDATE)
    await put(/^Перенос срока/, '1')
    await press('Сохранить')
    const tolerance = { rise_share: 200, rise_kop: 0, delay_days: 1 }
    await waitFor(() => expect(bodyOf(server, UPDATE)).toEqual({ version: 3, tolerance }))
  })

  test('shows only the tolerance limits that are set', async () => {
    const tolerance = { rise_share: 250, rise_kop: 0, delay_days: 2 }
    fakeServer({ [CARD]: () => json(buildCard({ tolerance })) })
    open()
    await screen.findByText('до 2,5 %')
    expect(screen.getByText('до 2 дней')).toBeTruthy()
    expect(screen.queryByText('Рост за единицу')).toBeNull()
  })

  test('reports a stale card and keeps the typed data', async () => {
    let version = 3
    const server = fakeServer({
      [CARD]: () => json(buildCard({ version })),
      [UPDATE]: () => (version === 3 ? problem('stale') : json({ version: 5 })),
    })
    open()
    await press('Изменить')
    await screen.findByLabelText(/^ИНН/)
    type(/^Фактический адрес/, 'Москва')
    await press('Сохранить')
    await screen.findByText('Данные изменены другим пользователем, обновите страницу')
    version = 4
    await press('Обновить')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Обновить' })).toBeNull())
    expect(field(/^Фактический адрес/).value).toBe('Москва')
    await press('Сохранить')
    await waitFor(() => expect(bodyOf(server, UPDATE)).toEqual({ version: 4, actual_address: 'Москва' }))
  })

  test('adds a bank account, fills in the bank and reports a wrong number', async () => {
    const bank = { bic: '044525225', bank_name: 'ПАО Сбербанк', correspondent_account: '30101810400000000225' }
    const server = fakeServer({
      [CARD]: () => json(buildCard()),
      [BANK]: () => json({ results: [bank] }),
      [UPDATE]: () => json({ version: 4 }),
    })
    open()
    await press('Изменить')
    await press('Добавить счёт')
    type(/^БИК/, '044525225')
    await waitFor(() => expect(field(/^Банк/).value).toBe('ПАО Сбербанк'))
    expect(field(/^Корр. счёт/).value).toBe('30101810400000000225')
    type(/^Расчётный счёт/, '40702810955230165464')
    await screen.findByText('Расчётный счёт не соответствует БИК')
    type(/^Расчётный счёт/, '40702810138250123017')
    await waitFor(() => expect(screen.queryByText('Расчётный счёт не соответствует БИК')).toBeNull())
    await press('Сохранить')
    await waitFor(() =>
      expect(bodyOf(server, UPDATE)).toEqual({
        version: 3,
        accounts: [{ ...bank, account: '40702810138250123017', is_default: true }],
      }),
    )
  })

  test('resubmits a declined application and reports a stale card', async () => {
    const declined = buildCard({
      status: 'declined',
      declined_reason: 'Нет устава',
      can: { ...NOTHING, edit_identity: true, reapply: true },
    })
    const server = fakeServer({ [CARD]: () => json(declined), [REAPPLY]: () => problem('stale') })
    open()
    await screen.findByText('Заявка отклонена: Нет устава')
    await press('Отправить снова')
    await screen.findByText('Данные изменены другим пользователем, обновите страницу')
    expect(bodyOf(server, REAPPLY)).toEqual({ version: 3 })
  })

  test('shows contract terms in words and debts with their days', async () => {
    const standing = {
      contract_id: 21,
      number: '17/2026',
      seller: 'ООО «Артикул»',
      debt_kop: -150_000,
      disputed_kop: 0,
      overdue_kop: 50_000,
      overdue_days: 3,
      in_work_kop: 0,
      limit_kop: 50_000_000,
      available_kop: 49_000_000,
    }
    fakeServer({
      [CARD]: () => json(buildCard()),
      [CONTRACTS]: () => json({ results: [buildContract()] }),
      [STANDINGS]: () => json({ results: [standing] }),
    })
    const { router } = open('/contractors/7?tab=contracts')
    await screen.findByText(/^отсрочка 30\sкалендарных дней с отгрузки$/)
    await screen.findByText(/^Заканчивается через 19\sдней$/)
    expect(screen.queryByRole('button', { name: 'Изменить' })).toBeNull()
    fireEvent.click(screen.getByRole('tab', { name: 'Взаиморасчёты' }))
    await screen.findByText(/^Аванс 1\s500,00\s₽$/)
    expect(screen.getByText(/3\sдня/)).toBeTruthy()
    expect(router.state.location.search).toEqual({ tab: 'standings' })
  })
})

describe('company page for an order manager', () => {
  beforeEach(() =>
    signInAs({ id: 3, roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] }).then(() => undefined),
  )
  const pending = (fields: Partial<ContractorDetails> = {}) => buildCard({ status: 'pending', can: STAFF, ...fields })

  test('approves only a complete application, with errors beside the fields', async () => {
    const errors = [
      { path: 'contract.number', message: 'Такой номер уже есть' },
      { path: 'price_group_id', message: 'Группы больше нет' },
    ]
    const server = fakeServer({
      ...options,
      [CARD]: () => json(pending()),
      [APPROVE]: () => problem('input.invalid', { errors }),
    })
    open()
    await press('Принять')
    const dialog = within(await screen.findByRole('dialog', { name: 'Принять заявку' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Принять' }))
    await screen.findByText('Выберите ценовую группу')
    await screen.findByText('Выберите продавца')
    expect(bodyOf(server, APPROVE)).toBeUndefined()
    type(/^Ценовая группа \*|^Ценовая группа$/, '2')
    type(/^Продавец/, '2')
    type(/^Номер договора/, '5/2026')
    fireEvent.click(dialog.getByRole('button', { name: 'Принять' }))
    await screen.findByText('Такой номер уже есть')
    await screen.findByText('Группы больше нет')
    expect(field(/^Номер договора/).value).toBe('5/2026')
    expect(bodyOf(server, APPROVE)).toMatchObject({
      version: 3,
      price_group_id: 2,
      manager_id: 3,
      contract: { seller_id: 2, number: '5/2026', prepayment_percent: 100, limit_kop: 0, edo_id: null },
    })
  })

  test('joins applicants to an existing company with the same ИНН', async () => {
    const server = fakeServer({
      ...options,
      [CARD]: () => json(pending({ same_inn: [{ id: 12, name: 'ООО «Старая»', kpp: '781201001' }] })),
      [JOIN]: () => json({}),
    })
    const { router } = open()
    await screen.findByText(/Компания с этим ИНН уже есть/)
    await press('Присоединить к ней')
    fireEvent.click(await screen.findByRole('radio', { name: 'Администратор компании' }))
    await press('Присоединить')
    await waitFor(() => expect(bodyOf(server, JOIN)).toBeDefined())
    expect(bodyOf(server, JOIN)).toEqual({ version: 3, contractor_id: 12, role: 'CONTRACTOR_ADMIN' })
    await waitFor(() => expect(router.state.location.pathname).toBe('/contractors/12'))
  })

  test('stops orders with a required reason', async () => {
    const server = fakeServer({
      ...options,
      [CARD]: () => json(buildCard({ can: STAFF })),
      [UPDATE]: () => json({ version: 4 }),
    })
    open()
    await press('Остановить заказы')
    await press('Остановить')
    await screen.findByText('Заполните поле')
    type(/^Причина/, 'Просрочка')
    await press('Остановить')
    await waitFor(() => expect(bodyOf(server, UPDATE)).toEqual({ version: 3, stopped_reason: 'Просрочка' }))
  })

  test('invites the first administrator of a company without people, in whose name nobody can work', async () => {
    const nobody = { results: [], pagination: { total_count: 0, per_page: 50, page: 1 } }
    const server = fakeServer({
      ...options,
      [CARD]: () => json(buildCard({ can: STAFF })),
      [USERS]: () => json(nobody),
      [INVITE]: () => json({}, 201),
    })
    open('/contractors/7?tab=people')
    await press('Войти от имени')
    await screen.findByText('Войти не от чьего имени')
    await press('Пригласить администратора')
    await screen.findByLabelText(/^ФИО/)
    type(/^ФИО/, 'Петров Пётр Петрович')
    type(/^Электронная почта/, 'petrov@example.test')
    await press('Пригласить')
    await waitFor(() => expect(bodyOf(server, INVITE)).toBeDefined())
    expect(bodyOf(server, INVITE)).toMatchObject({
      roles: ['CONTRACTOR_ADMIN'],
      phone: null,
      memberships: [{ contractor_id: 7, may_place: true }],
    })
    expect(server.keys()).toContain(`${USERS}?page=1&page_size=50&contractor_id=7`)
  })
})

test('contract terms are described in words', () => {
  const terms = { deferment_days: 1, deferment_from: 'receipt', deferment_calendar: 'banking' } as const
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(termsText({ ...terms, prepayment_percent: 100 }))).toBe('предоплата 100 %')
  expect(plain(termsText({ ...terms, prepayment_percent: 0 }))).toBe('отсрочка 1 банковский день с получения')
  expect(plain(termsText({ ...terms, prepayment_percent: 30, deferment_days: 0 }))).toBe(
    'предоплата 30 %, на остальное оплата в день получения',
  )
})

test('contract renewal starts on the day after the end, and a leap day ends a day earlier', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01')
  expect(yearLater('2026-01-12')).toBe('2027-01-12')
  expect(yearLater('2028-02-29')).toBe('2029-02-28')
})

const NOTHING = { edit_identity: false, edit_contacts: true, manage: false, reapply: false }
const STAFF = { edit_identity: true, edit_contacts: true, manage: true, reapply: false }

const buildCard = (fields: Partial<ContractorDetails> = {}) =>
  buildPlainCard({
    address: 'Санкт-Петербург, Лиговский проспект, 10',
    phone: '+79991234567',
    full_name: 'Общество «Автотехцентр»',
    version: 3,
    can: NOTHING,
    ...fields,
  })

const buildContract = (fields: Partial<ContractItem> = {}): ContractItem => ({
  id: 21,
  seller_id: 1,
  number: '17/2026',
  signed_on: '2026-01-12',
  valid_to: '2026-12-10',
  prepayment_percent: 0,
  deferment_days: 30,
  deferment_from: 'shipment',
  deferment_calendar: 'calendar',
  limit_kop: 50_000_000,
  price_group_id: null,
  edo_operator: null,
  edo_id: null,
  invoice_notice: null,
  disputes_block: false,
  is_default: true,
  seller: 'ООО «Артикул»',
  price_group: null,
  file: null,
  is_expired: false,
  ends_in_days: 19,
  version: 1,
  ...fields,
})

const options = {
  [OPTIONS]: () =>
    json({
      managers: [{ id: 3, full_name: 'Сергеева Ольга Петровна' }],
      price_groups: [{ id: 2, name: 'Опт 2' }],
      sellers: [
        { id: 1, name: 'ООО «Артикул»' },
        { id: 2, name: 'ООО «Артикул Трейд»' },
      ],
    }),
}

const open = (at = '/contractors/7') =>
  renderPage(ContractorPage, {
    path: '/contractors/$id',
    at,
    validateSearch: addressOf({ ...pageParams, tab: choiceParam(CONTRACTOR_TABS) }),
  })

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)

const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } })

const bodyOf = (server: ReturnType<typeof fakeServer>, key: string) =>
  server.seen.filter((request) => request.key === key).at(-1)?.body
