import { unlimited, type UserDetails, type UserItem } from '@artikul/contract/identity/accounts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '../../../lib/api/api-error.ts'
import { addressOf, numberParam, textParam } from '../../../lib/page/search-params.ts'
import { session } from '../../../lib/session/current-session.ts'
import { impersonationReturnUrl } from '../../../lib/page/impersonation-return-url.ts'
import { buildCompany, buildUser, fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import AccountsPage from './accounts-page.tsx'

const EMPLOYEES = 'GET /api/v1/user/admin/user/'
const EMPLOYEE = 'GET /api/v1/user/admin/user/9'
const USERS = 'GET /api/v1/manager/user/admin/user/'
const USER = 'GET /api/v1/manager/user/admin/user/9'
const CREATE = 'POST /api/v1/user/admin/user/'
const CHANGE_EMPLOYEE = 'PATCH /api/v1/user/admin/user/9'
const CHANGE_USER = 'PATCH /api/v1/manager/user/admin/user/9'
const CONSIGNEES = 'GET /api/v1/consignees/options'
const IMPERSONATE = 'POST /api/v1/token/impersonate/9/pair'
const COMPANIES = 'GET /api/v1/contractors/'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('user list of a client admin', () => {
  beforeEach(() => signInAs({ roles: [{ name: 'CONTRACTOR_ADMIN' }] }).then(() => undefined))

  test('shows a load failure in the page, logs it and raises no toast', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    fakeServer({ [EMPLOYEES]: () => problem('internal') })
    open()
    await screen.findByText('Не удалось загрузить')
    expect(log).toHaveBeenCalledWith(expect.any(ApiError))
    expect(within(screen.getByLabelText('Уведомления')).queryByText(/Внутренняя ошибка/)).toBeNull()
  })

  test('explains an empty list and resets an empty filter', async () => {
    fakeServer({ [EMPLOYEES]: () => listOf() })
    const { router } = open('/manager?username=nobody')
    await press('Сбросить')
    await screen.findByText('Пока никого нет')
    expect(router.state.location.search).toEqual({})
  })

  test('keeps its filters in the address, and the company filter can be removed', async () => {
    const server = fakeServer({ [EMPLOYEES]: () => listOf(buildItem()) })
    const { router } = open('/manager?contractor_id=7&page=2')
    await press('Снять отбор: Компания: ООО «Автотехцентр»')
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    const box = screen.getByLabelText('Имя, логин или почта')
    fireEvent.change(box, { target: { value: 'орлова' } })
    fireEvent.blur(box)
    await waitFor(() => expect(router.state.location.search).toEqual({ username: 'орлова' }))
    await waitFor(() => expect(server.seen).toHaveLength(3))
    expect(server.keys()[0]).toBe(`${EMPLOYEES}?page=2&page_size=50&contractor_id=7`)
    expect(decodeURIComponent(server.keys()[2] ?? '')).toBe(`${EMPLOYEES}?page=1&page_size=50&username=орлова`)
    expect(router.history.length).toBe(1)
  })

  test('shows errors of a refused creation beside their fields and keeps the input', async () => {
    const errors = [
      { path: 'email', message: 'Проверьте адрес электронной почты' },
      { path: 'memberships.0.order_limit_kop', message: 'Слишком большая сумма' },
    ]
    fakeServer({ [EMPLOYEES]: () => listOf(), [CREATE]: () => problem('input.invalid', { errors }) })
    open()
    await press('Добавить сотрудника')
    await screen.findByLabelText(/^ФИО/)
    type(/^ФИО/, 'Орлова Анна')
    type(/^Электронная почта/, 'orlova@example.test')
    await press('Создать')
    await expectText('Не удалось создать пользователя')
    await screen.findByText('Слишком большая сумма')
    expect(screen.getByLabelText(/^Электронная почта/).getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText<HTMLInputElement>(/^ФИО/).value).toBe('Орлова Анна')
  })

  test('creates an employee of the current company with limited rights', async () => {
    const server = fakeServer({
      [EMPLOYEES]: () => listOf(),
      [CREATE]: () => json({}, 201),
      [CONSIGNEES]: () =>
        json({
          results: [
            { id: 1, name: 'Сервис на Ленина', code: null, address: '', is_default: true },
            { id: 2, name: 'Склад Парнас', code: null, address: '', is_default: false },
          ],
        }),
    })
    open()
    await press('Добавить сотрудника')
    await screen.findByLabelText(/^ФИО/)
    type(/^ФИО/, 'Орлова Анна')
    type(/^Электронная почта/, 'orlova@example.test')
    fireEvent.click(screen.getByLabelText('Видит цены'))
    fireEvent.click(screen.getByLabelText('Выбранные'))
    await press('Создать')
    await screen.findByText('Выберите хотя бы одного грузополучателя')
    fireEvent.click(await screen.findByLabelText('Склад Парнас'))
    await press('Создать')
    await expectText('Пользователь успешно создан')
    expect(bodyOf(server, CREATE)).toEqual({
      full_name: 'Орлова Анна',
      email: 'orlova@example.test',
      phone: null,
      roles: ['CONTRACTOR_USER'],
      memberships: [{ ...unlimited(7), sees_prices: false, consignee_ids: [2] }],
      rights: [],
    })
    await waitFor(() => expect(screen.queryByLabelText(/^ФИО/)).toBeNull())
  })

  test('locks the data of an employee of other companies, but not the own limits', async () => {
    const can = { ...ALL, edit_person: false, edit_email: false, edit_roles: false, block: false }
    const details = buildDetails({ can })
    const server = fakeServer({
      [EMPLOYEES]: () => listOf(buildItem()),
      [EMPLOYEE]: () => json(details),
      [CHANGE_EMPLOYEE]: () => json({ version: 4 }),
    })
    open()
    await press('Орлова Анна Сергеевна')
    await screen.findByText('Сотрудник работает и в других компаниях: его данные меняет он сам.')
    expect(screen.getByLabelText<HTMLInputElement>(/^ФИО/).disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Заблокировать' })).toBeNull()
    fireEvent.click(screen.getByLabelText('Может оформлять заказы'))
    await press('Сохранить')
    await expectText('Данные пользователя успешно обновлены')
    expect(bodyOf(server, CHANGE_EMPLOYEE)).toEqual({
      version: 3,
      memberships: [{ ...unlimited(7), may_place: false }],
    })
  })

  test('resends or withdraws an invitation, and its email is locked', async () => {
    const invited = { is_invited: true, can: { ...ALL, edit_email: false, revoke: true } }
    const RESET = 'POST /api/v1/user/admin/user/9/reset_password'
    let tries = 0
    const server = fakeServer({
      [EMPLOYEES]: () => listOf(buildItem({ is_invited: true })),
      [EMPLOYEE]: () => json(buildDetails(invited)),
      [RESET]: () =>
        ++tries === 1
          ? problem('auth.too_many_attempts', { detail: 'Писем этому человеку уже достаточно, повторите через час' })
          : json({}),
      [CHANGE_EMPLOYEE]: () => json({ version: 4 }),
    })
    open()
    await screen.findByText('Приглашён')
    await press('Орлова Анна Сергеевна')
    await screen.findByText('Приглашение отправлено, человек ещё не ответил.')
    expect(screen.getByLabelText<HTMLInputElement>(/^Электронная почта/).disabled).toBe(true)
    expect(screen.getByLabelText<HTMLInputElement>(/^ФИО/).disabled).toBe(false)
    await press('Пригласить снова')
    await expectText('Писем этому человеку уже достаточно, повторите через час')
    await press('Пригласить снова')
    await expectText('Приглашение отправлено')
    await press('Отозвать приглашение')
    await press('Да')
    await expectText('Приглашение отозвано')
    expect(bodyOf(server, CHANGE_EMPLOYEE)).toEqual({ version: 3, memberships: [] })
    await waitFor(() => expect(screen.queryByLabelText(/^ФИО/)).toBeNull())
  })

  test('shows a new email as waiting for confirmation by its owner', async () => {
    fakeServer({
      [EMPLOYEES]: () => listOf(buildItem()),
      [EMPLOYEE]: () => json(buildDetails({ email_pending: 'earlier@example.test' })),
      [CHANGE_EMPLOYEE]: () => json({ version: 4 }),
    })
    open()
    await press('Орлова Анна Сергеевна')
    await screen.findByText('Новая почта earlier@example.test ждёт, пока человек откроет ссылку из письма.')
    type(/^Электронная почта/, 'later@example.test')
    await press('Сохранить')
    await expectText('Новая почта ждёт подтверждения по ссылке из письма')
  })

  test('reports a stale version, and a refresh keeps the typed data', async () => {
    let version = 3
    const server = fakeServer({
      [EMPLOYEES]: () => listOf(buildItem()),
      [EMPLOYEE]: () => json(buildDetails({ version, phone: version === 3 ? '+79991234567' : '+79990000000' })),
      [CHANGE_EMPLOYEE]: ({ body }) => {
        if ((body as { version: number }).version === 4) return json({ version: 5 })
        version = 4
        return problem('stale')
      },
    })
    open()
    await press('Орлова Анна Сергеевна')
    await screen.findByLabelText(/^ФИО/)
    type(/^ФИО/, 'Орлова-Петрова Анна')
    await press('Сохранить')
    await expectText('Не удалось обновить пользователя')
    await press('Обновить')
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Телефон/).value).toBe('+79990000000'))
    expect(screen.getByLabelText<HTMLInputElement>(/^ФИО/).value).toBe('Орлова-Петрова Анна')
    await press('Сохранить')
    await waitFor(() => expect(screen.queryByLabelText(/^ФИО/)).toBeNull())
    expect(bodyOf(server, CHANGE_EMPLOYEE)).toEqual({ version: 4, full_name: 'Орлова-Петрова Анна' })
  })

  test('blocks a user only after a confirmation and shows why the last admin stays', async () => {
    const server = fakeServer({
      [EMPLOYEES]: () => listOf(buildItem()),
      [EMPLOYEE]: () => json(buildDetails()),
      [CHANGE_EMPLOYEE]: () => problem('user.last_admin'),
    })
    open()
    await press('Орлова Анна Сергеевна')
    await press('Заблокировать')
    await press('Нет')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.keys()).not.toContain(CHANGE_EMPLOYEE)
    await press('Заблокировать')
    await press('Да')
    await screen.findByText('Это последний администратор компании')
    expect(bodyOf(server, CHANGE_EMPLOYEE)).toEqual({ version: 3, is_active: false })
  })
})

describe('user list of a manager', () => {
  beforeEach(() =>
    signInAs({
      roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }],
      rights: ['accountant', 'administrator'],
      contractors: [],
      current_contractor_id: null,
    }).then(() => undefined),
  )

  test('hides impersonation of a user where it is not allowed', async () => {
    fakeServer({
      [USERS]: () => listOf(buildItem()),
      [USER]: () => json(buildDetails()),
      [COMPANIES]: () => companies(),
    })
    open()
    await press('Орлова Анна Сергеевна')
    await screen.findByRole('button', { name: 'Заблокировать' })
    expect(screen.queryByRole('button', { name: 'Войти от имени' })).toBeNull()
  })

  describe('for a blocked user', () => {
    const TAKE_DATA = 'GET /api/v1/manager/user/admin/user/9/personal_data'
    const ERASE = 'POST /api/v1/manager/user/admin/user/9/erase'
    const blocked = (fields: Partial<UserDetails> = {}) => ({
      ...willing,
      [USER]: () => json(buildDetails({ is_active: false, can: { ...ALL, take_data: true, erase: true }, ...fields })),
    })

    test('erases data only after a confirmation that lists the effects', async () => {
      const server = fakeServer({ ...blocked(), [ERASE]: () => json({ version: 4 }) })
      open()
      await press('Орлова Анна Сергеевна')
      await press('Обезличить')
      const question = await screen.findByRole('alertdialog', { name: 'Обезличить: Орлова Анна Сергеевна?' })
      within(question).getByText(/Исчезнут имя, почта.*Останутся заказы, документы.*Вернуть данные будет нельзя/)
      await press('Нет')
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      expect(server.keys()).not.toContain(ERASE)
      await press('Обезличить')
      await press('Да')
      await expectText('Пользователь обезличен')
      expect(bodyOf(server, ERASE)).toEqual({ version: 3 })
    })

    test('shows why the last administrator cannot be erased', async () => {
      const detail = 'Это последний администратор компании ООО «Волга», а у неё есть незавершённые заказы'
      fakeServer({ ...blocked(), [ERASE]: () => problem('user.last_admin', { detail }) })
      open()
      await press('Орлова Анна Сергеевна')
      await press('Обезличить')
      await press('Да')
      await screen.findByText(detail)
    })

    test('shows no editable fields of an erased user', async () => {
      fakeServer(blocked({ is_erased: true, can: { ...ALL, edit_person: false, block: false } }))
      open()
      await press('Орлова Анна Сергеевна')
      await screen.findByText('Пользователь обезличен: изменить или вернуть его нельзя.')
      expect(screen.queryByLabelText(/^ФИО/)).toBeNull()
      expect(screen.queryByRole('button', { name: 'Обезличить' })).toBeNull()
    })

    test('exports the personal data or shows the reason of a refusal', async () => {
      let replies = 0
      const server = fakeServer({
        ...blocked(),
        [TAKE_DATA]: () => ((replies += 1) === 1 ? problem('documents.archive_running') : new Response('PK')),
      })
      vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }))
      open()
      await press('Орлова Анна Сергеевна')
      await press('Выгрузить персональные данные')
      await expectText('Предыдущий архив ещё собирается: дождитесь его')
      await press('Выгрузить персональные данные')
      await waitFor(() => expect(server.keys().filter((key) => key === TAKE_DATA)).toHaveLength(2))
    })
  })

  test('shows the reason of a refused impersonation', async () => {
    fakeServer({ ...willing, [IMPERSONATE]: () => problem('impersonation.refused') })
    open()
    await press('Орлова Анна Сергеевна')
    await press('Войти от имени')
    await expectText('От имени этого пользователя работать нельзя')
  })

  test('starts impersonation from the row of a client, but not of a colleague', async () => {
    const colleague = buildItem({ id: 10, full_name: 'Белов Иван', roles: [{ name: 'ARTIKUL_WARRANTY_MANAGER' }] })
    fakeServer({
      [USERS]: () => listOf(buildItem(), colleague),
      [IMPERSONATE]: () => problem('impersonation.refused'),
    })
    open()
    await press('Войти от имени: Орлова Анна Сергеевна')
    await expectText('От имени этого пользователя работать нельзя')
    expect(screen.queryByRole('button', { name: 'Войти от имени: Белов Иван' })).toBeNull()
  })

  test('starts impersonation on the home page and remembers the place of the manager', async () => {
    fakeServer({
      ...willing,
      [IMPERSONATE]: () => json({ access_token_impersonate: 't9' }),
      'GET /api/v1/user/': () => json(buildUser({ id: 9, impersonated_by: { full_name: 'Сергеев Пётр Ильич' } })),
    })
    const { router } = open('/manager?username=orlova')
    await press('Орлова Анна Сергеевна')
    await press('Войти от имени')
    await waitFor(() => expect(router.state.location.href).toBe('/'))
    expect(session.getState().user?.id).toBe(9)
    expect(impersonationReturnUrl.take()).toBe('/manager?username=orlova')
  })

  test('creates a colleague with rights and without companies after the password was typed', async () => {
    let isConfirmed = false
    const server = fakeServer({
      [USERS]: () => listOf(),
      [CREATE]: () => (isConfirmed ? json({}, 201) : problem('auth.confirm_password')),
      'POST /api/v1/user/confirm_password': () => {
        isConfirmed = true
        return json({})
      },
      [COMPANIES]: () => companies('ООО «Автотехцентр»', 'ООО «Парнас»'),
    })
    open()
    await press('Добавить пользователя')
    await screen.findByLabelText(/^ФИО/)
    type(/^ФИО/, 'Сергеев Пётр')
    type(/^Электронная почта/, 'sergeev@example.test')
    await press('Создать')
    await screen.findByText('Выберите компанию')
    fireEvent.click(screen.getByLabelText('Наш'))
    expect(screen.queryByText('Компании')).toBeNull()
    fireEvent.click(screen.getByLabelText('Менеджер по гарантии'))
    fireEvent.click(screen.getByLabelText('Бухгалтер'))
    await press('Создать')
    await screen.findByRole('dialog', { name: 'Подтвердите своим паролем' })
    type(/^Ваш пароль/, 'correct horse battery')
    await press('Подтвердить')
    await expectText('Пользователь успешно создан')
    expect(bodyOf(server, CREATE)).toMatchObject({
      roles: ['ARTIKUL_ORDER_MANAGER', 'ARTIKUL_WARRANTY_MANAGER'],
      rights: ['accountant'],
      memberships: [],
    })
  })

  test('warns before the last admin of a company is demoted or blocked', async () => {
    const details = buildDetails({
      roles: [{ name: 'CONTRACTOR_ADMIN' }],
      last_admin_of: ['ООО «Автотехцентр»'],
    })
    const server = fakeServer({
      [USERS]: () => listOf(buildItem()),
      [USER]: () => json(details),
      [COMPANIES]: () => companies('ООО «Автотехцентр»'),
      [CHANGE_USER]: () => json({ version: 4 }),
    })
    open()
    await press('Орлова Анна Сергеевна')
    fireEvent.click(await screen.findByLabelText('Сотрудник компании'))
    await press('Сохранить')
    await screen.findByText('Это последний администратор компании ООО «Автотехцентр».')
    await press('Нет')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(server.keys()).not.toContain(CHANGE_USER)
    await press('Заблокировать')
    await screen.findByText(/^Это последний администратор компании ООО «Автотехцентр»\. Войти будет нельзя/)
    await press('Да')
    await waitFor(() => expect(bodyOf(server, CHANGE_USER)).toEqual({ version: 3, is_active: false }))
    await press('Сохранить')
    await press('Да')
    await waitFor(() => expect(bodyOf(server, CHANGE_USER)).toEqual({ version: 3, roles: ['CONTRACTOR_USER'] }))
  })

  test('adds a company found by name to a user', async () => {
    const server = fakeServer({
      [USERS]: () => listOf(buildItem()),
      [USER]: () => json(buildDetails()),
      [COMPANIES]: () => companies('ООО «Автотехцентр»', 'ООО «Парнас»'),
      [CHANGE_USER]: () => json({ version: 4 }),
    })
    open()
    await press('Орлова Анна Сергеевна')
    const box = await screen.findByRole('combobox', { name: 'Добавить компанию' })
    fireEvent.change(box, { target: { value: 'парн' } })
    fireEvent.click(await screen.findByRole('option', { name: /Парнас/ }))
    await screen.findByRole('group', { name: /Парнас/ })
    await press('Сохранить')
    await expectText('Данные пользователя успешно обновлены')
    expect(bodyOf(server, CHANGE_USER)).toEqual({ version: 3, memberships: [unlimited(7), unlimited(8)] })
  })

  test('sends a password link and resets a lost second factor', async () => {
    const server = fakeServer({
      [USERS]: () => listOf(buildItem()),
      [USER]: () => json(buildDetails({ has_second_factor: true })),
      [COMPANIES]: () => companies(),
      'POST /api/v1/manager/user/admin/user/9/reset_password': () => json({}),
      'POST /api/v1/manager/user/admin/user/9/remove_second_factor': () => json({}),
    })
    open()
    await press('Орлова Анна Сергеевна')
    await press('Отправить ссылку для пароля')
    await expectText('Ссылка для пароля отправлена')
    await press('Сбросить второй фактор')
    await press('Да')
    await expectText('Второй фактор сброшен')
    expect(server.keys()).toContain('POST /api/v1/manager/user/admin/user/9/remove_second_factor')
  })
})

const SEARCH = addressOf({ page: numberParam(), username: textParam(), contractor_id: numberParam() })
const ALL = {
  edit_person: true,
  edit_email: true,
  edit_roles: true,
  block: true,
  reset_access: true,
  impersonate: false,
  revoke: false,
  take_data: false,
  erase: false,
}

const buildItem = (fields: Partial<UserItem> = {}): UserItem => ({
  id: 9,
  login: 'orlova',
  email: 'orlova@example.test',
  full_name: 'Орлова Анна Сергеевна',
  phone: '+79991234567',
  roles: [{ name: 'CONTRACTOR_USER' }],
  contractors: [{ id: 7, name: 'ООО «Автотехцентр»', inn: '7812345675' }],
  is_active: true,
  is_invited: false,
  last_seen_at: null,
  created_at: '2026-01-12T09:00:00.000Z',
  ...fields,
})

const buildDetails = (fields: Partial<UserDetails> = {}): UserDetails => ({
  ...buildItem(),
  memberships: [unlimited(7)],
  rights: [],
  has_second_factor: false,
  email_pending: null,
  last_admin_of: [],
  is_erased: false,
  version: 3,
  can: ALL,
  ...fields,
})

const listOf = (...results: UserItem[]) =>
  json({ results, pagination: { total_count: results.length, per_page: 50, page: 1 } })

const companies = (...names: string[]) =>
  json({
    results: names.map((name, index) => buildCompany({ id: index + 7, name, inn: `781234567${index}` })),
    pagination: { total_count: names.length, per_page: 150, page: 1 },
  })

const willing = {
  [USERS]: () => listOf(buildItem()),
  [USER]: () => json(buildDetails({ can: { ...ALL, impersonate: true } })),
  [COMPANIES]: () => companies(),
}

const open = (at = '/manager') => renderPage(() => <AccountsPage />, { path: '/manager', at, validateSearch: SEARCH })

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

const bodyOf = (server: ReturnType<typeof fakeServer>, key: string) =>
  server.seen.filter((request) => request.key === key).at(-1)?.body

const expectText = async (text: string) => expect((await screen.findAllByText(text)).length).toBeGreaterThan(0)
