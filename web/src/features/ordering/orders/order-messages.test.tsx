import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import type { OrderMessages as Talk } from '@artikul/contract/ordering/order-messages'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { OrderMessagesPanel } from './order-messages.tsx'

const TALK = 'GET /api/v1/orders/12/messages'
const SAY = 'POST /api/v1/orders/12/messages'
const NOTE = 'PATCH /api/v1/orders/12/note'
const open = () => renderPage(() => <OrderMessagesPanel orderId={12} />, { path: '/', at: '/' })
const typeInto = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => signInAs().then(() => undefined))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('order message stays in the field until it has been sent', async () => {
  let isDown = true
  const server = fakeServer({
    [TALK]: () => json(buildTalk()),
    [SAY]: () => (isDown ? problem('order.message_limit_reached') : json({}, 201)),
  })
  open()
  await typeInto('Сообщение менеджеру', 'Когда привезёте?')
  await press('Отправить')
  await screen.findByText(/не больше 500 сообщений/)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Сообщение менеджеру').value).toBe('Когда привезёте?')
  isDown = false
  await press('Отправить')
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Сообщение менеджеру').value).toBe(''))
  expect(server.keys().filter((key) => key === SAY)).toHaveLength(2)
})

test('order messages are read-only without the right to write', async () => {
  fakeServer({ [TALK]: () => json(buildTalk({ can_write: false, note: noteOf('Ждёт до пятницы', 1) })) })
  open()
  await screen.findByText('Ждёт до пятницы')
  expect(screen.queryByRole('button', { name: 'Отправить' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull()
})

test('note changed by a colleague is shown before it is overwritten', async () => {
  const sent: unknown[] = []
  let note = noteOf('Ждёт', 1)
  fakeServer({
    [TALK]: () => json(buildTalk({ note })),
    [NOTE]: ({ body }) => {
      sent.push(body)
      return (body as { version: number }).version === note.version ? json({ version: 3 }) : problem('stale')
    },
  })
  open()
  await typeInto('Для своих', 'Ждёт до субботы')
  note = noteOf('Отменит в пятницу', 2)
  await press('Сохранить')
  await screen.findByText(/«Отменит в пятницу»/)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Для своих').value).toBe('Ждёт до субботы')
  await press('Сохранить')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toEqual({ text: 'Ждёт до субботы', version: 2 })
})

const buildTalk = (fields: Partial<Talk> = {}): Talk => ({
  messages: [],
  note: null,
  waits: false,
  can_write: true,
  ...fields,
})

const noteOf = (text: string, version: number) => ({
  text,
  version,
  by: 'Сергеев П. И.',
  at: '2026-11-20T11:05:00.000Z',
})
