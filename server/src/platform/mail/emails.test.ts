import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueueJob } from '../jobs.ts'
import { buildParties, type Parties } from '../../testing/parties.factory.ts'
import { loginAs, send, useTestApp, type TestApp } from '../../testing/test-app.ts'

const received: Received[] = []
let toRefuse = 0
/** Mail server of this test, which refuses a given number of emails. */
const server = createMailServer()
const PORT = 20_000 + (process.pid % 20_000)
beforeAll(() => new Promise<void>((resolve) => void server.listen(PORT, '127.0.0.1', resolve)))
afterAll(() => new Promise<void>((resolve) => server.close(resolve)))

describe('email with a mail server', () => {
  const test_ = useTestApp({ SMTP_URL: `smtp://127.0.0.1:${PORT}`, MAIL_FROM: 'Артикул <noreply@portal.example>' })
  let parties: Parties
  beforeAll(async () => {
    parties = await buildParties(test_.database.db)
    test_.app.jobs.start(['emails'])
  })

  test('is sent at once in Russian with a working link', async () => {
    await askForReset(test_, parties.employee.login)
    await expect.poll(() => received.length).toBe(1)
    const [letter] = received
    expect(letter).toMatchObject({ to: `${parties.employee.login}@example.test`, subject: 'Новый пароль' })
    const token = /reset-password\/([\w-]{43})/.exec(letter?.text ?? '')?.[1]
    const payload = { token, password: 'Совсем новый пароль 7' }
    expect((await send(test_, { method: 'POST', url: '/api/v1/password/set', payload })).status).toBe(200)
    await expect.poll(() => received[1]?.subject).toBe('Ваш пароль изменён')
  })

  test('is retried with the same Message-ID when refused, and its secret is erased', async () => {
    received.length = 0
    toRefuse = 1
    await askForReset(test_, parties.admin.login)
    const { db } = test_.database
    const find = () =>
      db.selectFrom('emails').selectAll().where('recipient', '=', `${parties.admin.login}@example.test`).execute()
    await expect.poll(async () => (await find())[0]?.last_error).toMatch(/./)
    const [waiting] = await find()
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1 })
    test_.clock.set(new Date(test_.clock.now().getTime() + 60_000).toISOString())
    await enqueueJob(db, 'emails')
    await expect.poll(() => received.length).toBe(1)
    expect(received[0]?.messageId).toBe(waiting?.message_id)
    await expect.poll(async () => (await find())[0]?.state).toBe('sent')
    expect((await find())[0]?.body).toBe('')
    const manager = await loginAs(test_, parties.manager)
    const shown = await send(test_, { url: `/api/v1/emails/${waiting?.id ?? 0}`, headers: manager })
    expect(shown.text).not.toContain('reset-password')
  }, 25_000)

  test('is sent again by a manager after a failure', async () => {
    received.length = 0
    const { db } = test_.database
    const manager = await loginAs(test_, parties.manager)
    await askForReset(test_, parties.warranty.login)
    await expect.poll(() => received.length).toBe(1)
    const find = () =>
      db.selectFrom('emails').selectAll().where('recipient', '=', `${parties.warranty.login}@example.test`)
    const { id } = await find().executeTakeFirstOrThrow()
    const retry = (headers: object = manager) =>
      send(test_, { method: 'POST', url: `/api/v1/emails/${id}/retry`, headers: { ...headers } })
    expect((await retry({})).status).toBe(401)
    expect((await retry(await loginAs(test_, parties.admin))).status).toBe(403)
    await expect.poll(async () => (await find().executeTakeFirstOrThrow()).state).toBe('sent')
    expect((await retry()).status, 'sent already').toBe(404)
    await db.updateTable('emails').set({ state: 'failed', body: 'Письмо' }).where('id', '=', id).execute()
    expect((await retry()).status).toBe(200)
    await expect.poll(() => received.length).toBe(2)
    expect(received[1]?.messageId).toBe(received[0]?.messageId)
  }, 25_000)
})

describe('email without a mail server', () => {
  const test_ = useTestApp()
  let parties: Parties
  beforeAll(async () => {
    parties = await buildParties(test_.database.db)
  })

  test('is kept and shown to order managers only', async () => {
    await askForReset(test_, parties.employee.login)
    const manager = await loginAs(test_, parties.manager)
    const list = () =>
      send<{ results: { id: number; state: string }[] }>(test_, { url: '/api/v1/emails?q=Новый', headers: manager })
    await expect.poll(async () => (await list()).json.results.length).toBe(1)
    const [mail] = (await list()).json.results
    expect(mail?.state).toBe('kept')
    const url = `/api/v1/emails/${mail?.id ?? 0}`
    expect((await send(test_, { url, headers: manager })).text).toContain('/reset-password/')
    for (const user of [parties.admin, parties.employee, parties.warranty])
      expect((await send(test_, { url, headers: await loginAs(test_, user) })).status).toBe(403)
  })
})

function createMailServer() {
  return new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (toRefuse > 0) {
          toRefuse -= 1
          return done(new Error('try later'))
        }
        void PostalMime.parse(Buffer.concat(chunks)).then((mail) => {
          received.push({
            to: mail.to?.[0]?.address,
            subject: mail.subject,
            text: mail.text ?? '',
            messageId: mail.messageId,
          })
          done()
        })
      })
    },
  })
}

interface Received {
  to: string | undefined
  subject: string | undefined
  text: string
  messageId: string | undefined
}

const askForReset = (app: TestApp, login: string) =>
  send(app, { method: 'POST', url: '/api/v1/password/request_reset', payload: { login } })
