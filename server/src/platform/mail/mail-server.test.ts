import type { Problem } from '@artikul/contract/core/errors'
import type { MailServer } from '@artikul/contract/platform/mail-server'
import { beforeAll, describe, expect, test } from 'vitest'
import { MAIL_SERVER } from '../../testing/companies.ts'
import { useMailServer } from '../../testing/mail-server.ts'
import { buildParties, type Parties } from '../../testing/parties.factory.ts'
import { loginAs, send, useTestApp, type TestApp } from '../../testing/test-app.ts'

const PORT = 20_000 + ((process.pid + 7) % 20_000)
const server = useMailServer(PORT)
const HERE = { host: '127.0.0.1', port: PORT, is_tls: false, login: '', password: null, sender: 'noreply@portal.test' }

function mailSettings(test_: TestApp, admin: () => { authorization: string }) {
  const call = <T>(method: 'POST' | 'PATCH', path: string, payload?: object) =>
    send<T & Problem>(test_, {
      method,
      url: `/api/v1/mail-server${path}`,
      headers: admin(),
      ...(payload && { payload }),
    })
  return {
    read: () => send<MailServer>(test_, { url: '/api/v1/mail-server', headers: admin() }),
    save: (fields: object) => call<{ version: number }>('PATCH', '', fields),
    test: () => call('POST', '/test'),
  }
}

describe('mail server set on screen', () => {
  const test_ = useTestApp({ PRIVATE_URLS: 'on' })
  let parties: Parties
  let admin: { authorization: string }
  const settings = mailSettings(test_, () => admin)
  beforeAll(async () => {
    parties = await buildParties(test_.database.db)
    admin = await loginAs(test_, parties.manager)
    test_.app.jobs.start(['emails'])
  })

  test('is closed to clients', async () => {
    const client = await loginAs(test_, parties.admin)
    expect((await send(test_, { url: '/api/v1/mail-server', headers: client })).status).toBe(403)
  })

  test.each([
    [{ host: 'http://x' }, 'host'],
    [{ port: 0 }, 'port'],
    [{ sender: 'Портал' }, 'sender'],
  ])('with %j is rejected', async (overrides, path) => {
    const refused = await settings.save({ version: 0, ...MAIL_SERVER, ...overrides })
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ path }] } })
  })

  test('sends a test email and what waited for it; its password never leaves for another server', async () => {
    expect((await settings.read()).json).toMatchObject({ origin: 'none', version: 0 })
    expect((await settings.test()).json.code).toBe('mail_server.not_set')
    const payload = { login: parties.employee.login }
    await send(test_, { method: 'POST', url: '/api/v1/password/request_reset', payload })
    expect((await settings.save({ version: 0, ...HERE })).json).toEqual({ version: 1 })
    expect((await settings.save({ version: 0, ...HERE })).json.code).toBe('stale')
    expect((await settings.test()).status).toBe(200)
    await expect
      .poll(() => server.received.map(({ subject }) => subject).toSorted(), { timeout: 10_000 })
      .toEqual(['Новый пароль', 'Пробное письмо портала'])
    await settings.save({ version: 1, ...HERE, login: 'robot', password: 'secret' })
    expect((await settings.read()).json).toMatchObject({ origin: 'screen', host: '127.0.0.1', has_password: true })
    expect((await settings.read()).text).not.toContain('secret')
    await settings.save({ version: 2, ...HERE, login: 'robot' })
    expect((await settings.read()).json.has_password).toBe(true)
    await settings.save({ version: 3, ...HERE, login: 'robot', host: 'localhost' })
    expect((await settings.read()).json).toMatchObject({ has_password: false, version: 4 })
  })

  test('that does not answer is explained', async () => {
    const { version } = (await settings.read()).json
    await settings.save({ version, ...HERE, port: 1 })
    expect(await settings.test()).toMatchObject({
      status: 422,
      json: { detail: 'Сервер не отвечает: проверьте имя, порт и защиту' },
    })
  })
})

describe('mail server', () => {
  const test_ = useTestApp({ PRIVATE_URLS: 'off' })
  let admin: { authorization: string }
  const settings = mailSettings(test_, () => admin)

  test('in the private network is not contacted', async () => {
    admin = await loginAs(test_, (await buildParties(test_.database.db)).manager)
    await settings.save({ version: 0, ...HERE })
    expect((await settings.test()).json.code).toBe('mail_server.refused')
  })
})

describe('mail server of the environment', () => {
  const test_ = useTestApp({ SMTP_URL: 'smtps://robot:secret@smtp.example.ru' })
  let admin: { authorization: string }
  const settings = mailSettings(test_, () => admin)

  test('is shown without its password and not changed on screen', async () => {
    admin = await loginAs(test_, (await buildParties(test_.database.db)).manager)
    const shown = await settings.read()
    expect(shown.json).toMatchObject({ origin: 'environment', host: 'smtp.example.ru', port: 465, is_tls: true })
    expect(shown.text).not.toContain('secret')
    expect((await settings.save({ version: 0, ...HERE })).json.code).toBe('mail_server.environment')
  })
})
