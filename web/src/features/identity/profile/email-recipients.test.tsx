import type { EmailRecipient, RecipientLink } from '@artikul/contract/companies/email-recipients'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import RecipientLinkPage from './recipient-link-page.tsx'
import { Recipients } from './email-recipients.tsx'

const LIST = 'GET /api/v1/email-recipients'
const ADD = 'POST /api/v1/email-recipients'
const POINTS = 'GET /api/v1/consignees/options'
const READ = 'POST /api/v1/email-recipient-links/read'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('email recipient is added, and wrong input is reported before sending', async () => {
  await signInAs()
  const server = fakeServer({
    [LIST]: () => json({ results: [STORE] }),
    [POINTS]: () => json({ results: [] }),
    [ADD]: () => json({ id: 4 }, 201),
  })
  renderPage(Recipients, { path: '/profile' })
  await screen.findByText('store@client.test')
  screen.getByText('Ждём подтверждения')
  screen.getByText('Сразу · только Склад на Ленина · без цен')
  fireEvent.click(screen.getByRole('button', { name: 'Добавить получателя' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Новый получатель' }))
  fireEvent.change(dialog.getByLabelText('Электронная почта *'), { target: { value: 'buh@client.test' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  await dialog.findByText('Выберите, о чём писать')
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Сроки оплаты и просрочка (с суммами)' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  await dialog.findByText('Чтобы писать об оплате, включите «Показывать цены и суммы»')
  fireEvent.click(dialog.getByText('Показывать цены и суммы'))
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  expect((await screen.findAllByText('Письмо со ссылкой отправлено')).length).toBeGreaterThan(0)
  expect(server.seen.find(({ key }) => key === ADD)?.body).toEqual({
    email: 'buh@client.test',
    topics: ['debts'],
    mail: 'at_once',
    consignee_id: null,
    sees_prices: true,
  })
})

test('refused recipient keeps the dialog and the input', async () => {
  await signInAs()
  fakeServer({
    [LIST]: () => json({ results: [] }),
    [POINTS]: () => json({ results: [] }),
    [ADD]: () => problem('email_recipient.refused'),
  })
  renderPage(Recipients, { path: '/profile' })
  await screen.findByText('Пока никого нет.')
  fireEvent.click(screen.getByRole('button', { name: 'Добавить получателя' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Электронная почта *'), { target: { value: 'buh@client.test' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Отгрузки' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Добавить' }))
  await dialog.findByText('Этот адрес отказался от писем: снова спросить можно через 30 дней')
  expect(dialog.getByLabelText('Электронная почта *')).toHaveProperty('value', 'buh@client.test')
})

test('recipient link starts and stops the emails in one click', async () => {
  let state: RecipientLink['state'] = 'asked'
  fakeServer({
    [READ]: () => json({ company: 'Волга', email: 'store@client.test', topics: ['Отгрузки'], point: null, state }),
    'POST /api/v1/email-recipient-links/confirm': () => {
      state = 'confirmed'
      return json({})
    },
    'POST /api/v1/email-recipient-links/stop': () => {
      state = 'stopped'
      return json({})
    },
  })
  renderPage(RecipientLinkPage, { path: '/letters/$token', at: `/letters/${'a'.repeat(43)}` })
  fireEvent.click(await screen.findByRole('button', { name: 'Получать письма' }))
  await screen.findByText('Вы получаете эти письма.')
  fireEvent.click(screen.getByRole('button', { name: 'Отказаться от писем' }))
  await screen.findByText('Вы отказались: писем больше не будет.')
})

test('dead recipient link is reported', async () => {
  fakeServer({ [READ]: () => problem('email_recipient.link_expired') })
  renderPage(RecipientLinkPage, { path: '/letters/$token', at: `/letters/${'a'.repeat(43)}` })
  await screen.findByRole('heading', { name: 'Ссылка не действует' })
})

const STORE: EmailRecipient = {
  id: 3,
  version: 1,
  email: 'store@client.test',
  topics: ['shipments'],
  mail: 'at_once',
  consignee: { id: 7, name: 'Склад на Ленина' },
  sees_prices: false,
  state: 'asked',
  since: '2026-11-17T09:00:00Z',
}
