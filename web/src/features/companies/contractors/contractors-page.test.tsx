import { CONTRACTOR_STATUS_LABELS } from '@artikul/contract/companies/contractor-status'
import type { ContractorItem } from '@artikul/contract/companies/contractor-list'
import { readMarkdown } from '@artikul/contract/core/markdown'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addressOf,
  keyParam,
  choiceParam,
  numberParam,
  pageParams,
  textParam,
} from '../../../lib/page/search-params.ts'
import { buildCompany, buildUser, fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import ContractorsPage from './contractors-page.tsx'

const LIST = 'GET /api/v1/contractors/'
const WAITING = `${LIST}?page=1&page_size=50&status=pending`
const OPTIONS = 'GET /api/v1/contractors/options'
const CREATE = 'POST /api/v1/contractors'
const ADD = 'POST /api/v1/registration/company'
const PARTY = 'POST /api/v1/suggestions/party'
const CHANGE = 'PATCH /api/v1/user/change_current_contractor/8'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('contractor list for an order manager', () => {
  beforeEach(() =>
    signInAs({ id: 3, roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [] }).then(() => undefined),
  )

  test('opens the card of the only company with the calling number', async () => {
    fakeServer({ ...options, [LIST]: () => listOf(buildItem()), [WAITING]: () => listOf() })
    const { router } = open('/contractors?phone=89991234567')
    await waitFor(() => expect(router.state.location.pathname).toBe('/contractors/7'))
    expect(router.history.length).toBe(1)
  })

  test('lists several companies with one number, and reports an unknown number', async () => {
    let found = [buildItem(), buildItem({ id: 8, name: 'ООО «Север»' })]
    fakeServer({ ...options, [LIST]: () => listOf(...found), [WAITING]: () => listOf() })
    const { router } = open('/contractors?phone=89991234567')
    await screen.findByText('ООО «Север»')
    expect(router.state.location.pathname).toBe('/contractors')
    cleanup()
    found = []
    open('/contractors?phone=%2B79991234567')
    await screen.findByText(/^По номеру \+7\s\(999\)\s123-45-67 никого нет$/)
  })

  test('keeps filters in the address and links to waiting applications', async () => {
    const server = fakeServer({
      ...options,
      [LIST]: ({ key }) =>
        key.includes('status=pending')
          ? listOf(buildItem({ id: 9, name: 'ООО «Новая»', status: 'pending' }))
          : listOf(buildItem({ stopped_reason: 'Просрочка' })),
    })
    const { router } = open('/contractors?page=2&stopped=true')
    await press(/^Ждут решения/)
    await screen.findByText('ООО «Новая»')
    expect(router.state.location.search).toEqual({ status: 'pending', stopped: 'true' })
    fireEvent.click(screen.getByRole('checkbox', { name: 'Стоп-лист' }))
    fireEvent.change(await screen.findByLabelText('Менеджер'), { target: { value: '3' } })
    await waitFor(() => expect(router.state.location.search).toEqual({ status: 'pending', manager_id: '3' }))
    const box = screen.getByLabelText('Наименование или ИНН')
    fireEvent.change(box, { target: { value: '7812' } })
    fireEvent.blur(box)
    const expectedRequest = `${LIST}?page=1&page_size=50&q=7812&status=pending&manager_id=3`
    await waitFor(() => expect(server.keys()).toContain(expectedRequest))
    expect(router.history.length).toBe(1)
  })

  test('creates a company, with errors beside the fields and the input kept', async () => {
    const errors = [{ path: 'kpp', message: 'Проверьте КПП' }]
    const server = fakeServer({
      ...options,
      [LIST]: () => listOf(),
      [PARTY]: () => json({ results: [] }),
      [CREATE]: () => problem('input.invalid', { errors }),
    })
    open()
    await press('Добавить покупателя')
    await screen.findByLabelText(/^ИНН/)
    type(/^ИНН/, '7812345675')
    type(/^КПП/, '781201001')
    type(/^Наименование \*|^Наименование$/, 'ООО «Новая»')
    type(/^Полное наименование/, 'Общество «Новая»')
    type(/^Юридический адрес/, 'Москва')
    await press('Создать')
    await screen.findByText('Выберите ценовую группу')
    type(/^Ценовая группа/, '2')
    await press('Создать')
    await screen.findByText('Проверьте КПП')
    expect(screen.getByLabelText<HTMLInputElement>(/^Полное наименование/).value).toBe('Общество «Новая»')
    expect(server.seen.find(({ key }) => key === CREATE)?.body).toMatchObject({ manager_id: 3, price_group_id: 2 })
  })
})

describe('contractor list for a client admin', () => {
  const mine = [
    { id: 7, name: 'ООО «Автотехцентр»', inn: '7812345675', status: 'active' as const },
    { id: 8, name: 'ООО «Север»', inn: '7701234560', status: 'pending' as const },
  ]
  const own = [
    buildItem({ stopped_reason: 'Просрочка больше 10 дней', price_group: null, users_count: null }),
    buildItem({ id: 8, name: 'ООО «Север»', status: 'pending', manager: null, price_group: null, users_count: null }),
  ]
  beforeEach(() => signInAs({ roles: [{ name: 'CONTRACTOR_ADMIN' }], contractors: mine }).then(() => undefined))

  test('shows own companies with stop reasons and switches the current one', async () => {
    const admin = buildUser({ roles: [{ name: 'CONTRACTOR_ADMIN' }], contractors: mine, current_contractor_id: 8 })
    const server = fakeServer({
      [LIST]: () => listOf(...own),
      [CHANGE]: () => json({}),
      'GET /api/v1/user/': () => json(admin),
    })
    open()
    await screen.findByText('Остановлены: Просрочка больше 10 дней')
    expect(screen.queryByText('Ценовая группа')).toBeNull()
    await press('Сделать текущей')
    await expectText('Покупатель успешно обновлен')
    expect(server.keys()).toContain(CHANGE)
  })

  test('adds a company with both consents unchecked at first', async () => {
    const text = {
      version: 4,
      title: '',
      body: 'Текст',
      parts: readMarkdown('Текст'),
      hash: 'a',
      published_at: '2026-11-21T09:00:00.000Z',
      in_force_from: '2026-11-21',
    }
    const server = fakeServer({
      [LIST]: () => listOf(...own),
      [PARTY]: () => problem('unavailable'),
      [ADD]: () => problem('contractor.exists'),
      'GET /api/v1/legal/offer': () => json({ kind: 'offer', ...text }),
      'GET /api/v1/legal/personal_data': () => json({ kind: 'personal_data', ...text }),
    })
    open()
    await press('Добавить компанию')
    await screen.findByLabelText(/^ИНН/)
    type(/^ИНН/, '632012345633')
    type(/^Наименование \*|^Наименование$/, 'ИП Смирнов')
    type(/^Полное наименование/, 'Индивидуальный предприниматель Смирнов')
    type(/^Юридический адрес/, 'Самара')
    await press('Отправить заявку')
    await screen.findByText('Примите условия оферты')
    for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) {
      await waitFor(() => expect(box.disabled).toBe(false))
      expect(box.checked).toBe(false)
      fireEvent.click(box)
    }
    await press('Отправить заявку')
    await screen.findByText('Компания с этими ИНН и КПП уже работает на портале')
    expect(server.seen.find(({ key }) => key === ADD)?.body).toMatchObject({
      company: { inn: '632012345633', kpp: null },
      accepted: { offer_version: 4, personal_data_version: 4 },
    })
  })
})

const SEARCH = addressOf({
  ...pageParams,
  q: textParam(),
  status: keyParam(CONTRACTOR_STATUS_LABELS),
  stopped: choiceParam(['true']),
  manager_id: numberParam(),
  phone: textParam(30),
})

const buildItem = (fields: Partial<ContractorItem> = {}) =>
  buildCompany({
    manager: { id: 3, full_name: 'Сергеева Ольга Петровна' },
    price_group: 'Опт 2',
    users_count: 4,
    ...fields,
  })

const listOf = (...results: ContractorItem[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })

const options = {
  [OPTIONS]: () =>
    json({
      managers: [{ id: 3, full_name: 'Сергеева Ольга Петровна' }],
      price_groups: [{ id: 2, name: 'Опт 2' }],
      sellers: [{ id: 1, name: 'ООО «Артикул»' }],
    }),
}

const open = (at = '/contractors') => renderPage(ContractorsPage, { path: '/contractors', at, validateSearch: SEARCH })

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

const expectText = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
