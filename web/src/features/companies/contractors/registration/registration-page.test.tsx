import type { LegalText } from '@artikul/contract/companies/legal'
import type { LegalKind } from '@artikul/contract/companies/legal-kinds'
import { readMarkdown } from '@artikul/contract/core/markdown'
import type { PartySuggestion } from '@artikul/contract/companies/suggestions'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addressOf, choiceParam, textParam } from '../../../../lib/page/search-params.ts'
import { fakeServer, json, problem } from '../../../../testing/fake-server.ts'
import { renderPage } from '../../../../testing/render-page.tsx'
import { signOut } from '../../../../testing/sign-in.ts'
import RegistrationPage from './registration-page.tsx'

const PARTY = 'POST /api/v1/suggestions/party'
const REGISTER = 'POST /api/v1/registration'
const CONFIRM = 'POST /api/v1/registration/confirm'
const TOKEN = 'c'.repeat(43)

const SEARCH = addressOf({ step: choiceParam(['person', 'consent']), confirm: textParam(200) })
const nobody = { [PARTY]: () => json({ results: [] }) }
const known = { [PARTY]: () => json({ results: [party()] }) }
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const box = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name })

beforeEach(signOut)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('wrong ИНН is reported beside its field without a lookup', async () => {
  const server = fakeServer(legal())
  open()
  await type(/^ИНН/, '7701234561')
  await screen.findByText('Неверный ИНН: не сходится контрольное число')
  expect(field(/^ИНН/).getAttribute('aria-invalid')).toBe('true')
  expect(server.keys().filter((key) => key === PARTY)).toHaveLength(0)
})

test('company lookup fills empty fields, and a sole proprietor has no КПП', async () => {
  fakeServer({ ...legal(), ...known })
  open()
  await type(/^Наименование/, 'Моё имя')
  await type(/^ИНН/, '7701 234 560')
  await waitFor(() => expect(field(/^КПП/).value).toBe('770101001'))
  expect(field(/^Наименование/).value).toBe('Моё имя')
  expect(field(/^Юридический адрес/).value).toBe('Москва, Тверская улица, 1')
  await type(/^ИНН/, '770123456703')
  expect(screen.queryByLabelText(/^КПП/)).toBeNull()
  expect(screen.getByLabelText(/^ОГРНИП/)).toBeTruthy()
})

test('branches with one ИНН are chosen by КПП', async () => {
  const branch = party({ kpp: '781343001', name: 'Филиал «Ромашки»', address: 'Санкт-Петербург' })
  fakeServer({ ...legal(), [PARTY]: () => json({ results: [party(), branch] }) })
  open()
  await type(/^ИНН/, '7701234560')
  const choice = await screen.findByLabelText('Организация или филиал')
  expect(field(/^КПП/).value).toBe('')
  fireEvent.change(choice, { target: { value: '781343001' } })
  expect(field(/^КПП/).value).toBe('781343001')
  expect(field(/^Наименование/).value).toBe('Филиал «Ромашки»')
})

test('failed company lookup is ignored', async () => {
  const server = fakeServer({ ...legal(), [PARTY]: () => problem('unavailable') })
  open()
  await type(/^ИНН/, '7701234560')
  await waitFor(() => expect(server.keys()).toContain(PARTY))
  await type(/^Наименование/, 'ООО «Ромашка»')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(field(/^Наименование/).value).toBe('ООО «Ромашка»')
})

test('empty company lookup is repeated on the next input', async () => {
  let requestCount = 0
  const answer = () => json({ results: (requestCount += 1) > 1 ? [party()] : [] })
  const server = fakeServer({ ...legal(), [PARTY]: answer })
  open()
  await type(/^ИНН/, '7701234560')
  await waitFor(() => expect(server.keys()).toContain(PARTY))
  await type(/^ИНН/, '77012345')
  await new Promise((resolve) => setTimeout(resolve, 500))
  await type(/^ИНН/, '7701234560')
  await waitFor(() => expect(field(/^Наименование/).value).toBe('ООО «Ромашка»'))
})

test('missing registration fields are all reported before the next step', async () => {
  fakeServer({ ...legal(), ...nobody })
  open('/registration?step=consent')
  await screen.findByRole('heading', { name: 'Компания' })
  await type(/^ИНН/, '7701234560')
  await press('Далее')
  expect(await screen.findAllByText('Заполните поле')).toHaveLength(4)
  expect(field(/^КПП/).getAttribute('aria-invalid')).toBe('true')
})

test('consents start unchecked and are required', async () => {
  const server = fakeServer({ ...legal(), ...known })
  open()
  await fillCompany()
  await fillPerson()
  expect((await box('Принимаю условия оферты')).checked).toBe(false)
  expect((await box('Даю согласие на обработку персональных данных')).checked).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Согласия' }))
  await press('Зарегистрироваться')
  await screen.findByText('Примите условия оферты')
  await screen.findByText('Нужно согласие на обработку персональных данных')
  expect(server.keys()).not.toContain(REGISTER)
  await press('Прочитать оферту')
  await screen.findByRole('dialog', { name: 'Оферта' })
})

test('server error leads back to its step and keeps the input', async () => {
  const errors = [{ path: 'person.email', message: 'Проверьте адрес электронной почты' }]
  const server = fakeServer({ ...legal(2), ...known, [REGISTER]: () => problem('input.invalid', { errors }) })
  open()
  await fillCompany()
  await fillPerson()
  await agree()
  await screen.findByText('Проверьте адрес электронной почты')
  expect(screen.getByRole('heading', { name: 'Контактное лицо' })).toBeTruthy()
  expect(field(/^ФИО/).value).toBe('Петров Пётр Петрович')
  expect(field(/^Пароль/).value).toBe('correct horse battery')
  await press('Назад')
  await screen.findByRole('heading', { name: 'Компания' })
  expect(field(/^Юридический адрес/).value).toBe('Москва, Тверская улица, 1')
  await press('Далее')
  await press('Далее')
  expect((await box('Принимаю условия оферты')).checked).toBe(true)
  expect(server.seen.find(({ key }) => key === REGISTER)?.body).toMatchObject({
    company: { inn: '7701234560', kpp: '770101001', okpo: null, email: '' },
    person: { full_name: 'Петров Пётр Петрович', email: 'petrov@example.test' },
    accepted: { offer_version: 2, personal_data_version: 2 },
  })
})

test('changed legal texts must be accepted again', async () => {
  let version = 1
  fakeServer({
    ...known,
    'GET /api/v1/legal/offer': () => json(text('offer', version)),
    'GET /api/v1/legal/personal_data': () => json(text('personal_data', version)),
    [REGISTER]: () => {
      version = 2
      return problem('legal.changed')
    },
  })
  open()
  await fillCompany()
  await fillPerson()
  await agree()
  await screen.findByText('Текст документа изменился: прочитайте его и согласитесь снова')
  expect((await box('Принимаю условия оферты')).checked).toBe(false)
  await press('Прочитать оферту')
  await screen.findByText('Редакция 2 от 21.11.2026')
})

test('registration ends with a message to check the email', async () => {
  fakeServer({ ...legal(), ...known, [REGISTER]: () => json({}, 201) })
  open()
  await fillCompany()
  await fillPerson()
  await agree()
  const heading = await screen.findByRole('heading', { name: 'Проверьте почту' })
  expect(document.activeElement).toBe(heading)
  expect(screen.getByText('petrov@example.test')).toBeTruthy()
})

const PASSWORD_FIELD = /^Пароль, который вы придумали/
async function confirmWith(password: string) {
  fireEvent.change(await screen.findByLabelText(PASSWORD_FIELD), { target: { value: password } })
  await press('Подтвердить почту')
}

test('confirmation token leaves the address and is used only on submit', async () => {
  const server = fakeServer({ ...legal(), [CONFIRM]: () => json({ login: 'petrov', company: 'ООО «Ромашка»' }) })
  const { router } = open(`/registration?confirm=${TOKEN}`)
  await waitFor(() => expect(router.state.location.search).toEqual({}))
  expect(server.keys()).not.toContain(CONFIRM)
  await confirmWith('Гайка 32')
  await screen.findByText(/^Заявка компании ООО «Ромашка» отправлена менеджеру/)
  expect(server.seen.find(({ key }) => key === CONFIRM)?.body).toEqual({ token: TOKEN, password: 'Гайка 32' })
  expect(screen.getByRole('link', { name: 'Войти' }).getAttribute('href')).toBe('/login?login=petrov')
})

test('wrong confirmation password is refused beside its field', async () => {
  const message = 'Нужен пароль, который введён при регистрации'
  fakeServer({ ...legal(), [CONFIRM]: () => problem('auth.wrong_password', { detail: message }) })
  open(`/registration?confirm=${TOKEN}`)
  await confirmWith('чужой')
  await screen.findByText(message)
  expect(screen.getByLabelText(PASSWORD_FIELD).getAttribute('aria-invalid')).toBe('true')
})

test('dead confirmation link offers a new registration', async () => {
  fakeServer({ ...legal(), [CONFIRM]: () => problem('auth.link_expired') })
  open(`/registration?confirm=${TOKEN}`)
  await confirmWith('Гайка 32')
  await screen.findByText('Ссылка уже использована или устарела.')
  await press('Зарегистрироваться заново')
  await screen.findByRole('heading', { name: 'Регистрация компании' })
})

const text = (kind: LegalKind, version = 1): LegalText => ({
  kind,
  version,
  title: 'Текст',
  body: 'Абзац',
  parts: readMarkdown('Абзац'),
  hash: 'a'.repeat(64),
  in_force_from: '2026-11-21',
  published_at: '2026-11-21T09:00:00.000Z',
})

const legal = (version = 1) => ({
  'GET /api/v1/legal/offer': () => json(text('offer', version)),
  'GET /api/v1/legal/personal_data': () => json(text('personal_data', version)),
  'GET /api/v1/legal/privacy_policy': () => json(text('privacy_policy', version)),
})

const party = (fields: Partial<PartySuggestion> = {}): PartySuggestion => ({
  name: 'ООО «Ромашка»',
  full_name: 'Общество с ограниченной ответственностью «Ромашка»',
  inn: '7701234560',
  kpp: '770101001',
  ogrn: '1027700132195',
  okpo: null,
  address: 'Москва, Тверская улица, 1',
  director_title: 'Генеральный директор',
  director: 'Иванов Иван Иванович',
  is_active: true,
  ...fields,
})

const open = (at = '/registration') =>
  renderPage(RegistrationPage, { path: '/registration', at, validateSearch: SEARCH })

const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

async function fillCompany() {
  await type(/^ИНН/, '7701234560')
  await waitFor(() => expect(field(/^Наименование/).value).toBe('ООО «Ромашка»'))
  await press('Далее')
}

async function fillPerson() {
  await type(/^ФИО/, 'Петров Пётр Петрович')
  await type(/^Электронная почта/, 'petrov@example.test')
  await type(/^Телефон/, '8 999 123-45-67')
  await type(/^Пароль/, 'correct horse battery')
  await press('Далее')
}

async function agree() {
  const offer = await box('Принимаю условия оферты')
  await waitFor(() => expect(offer.disabled).toBe(false))
  fireEvent.click(offer)
  fireEvent.click(await box('Даю согласие на обработку персональных данных'))
  await press('Зарегистрироваться')
}
