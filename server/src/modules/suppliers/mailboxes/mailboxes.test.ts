import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { IMAP_PASSWORD } from '../../../testing/imap-server.ts'
import { buildParties, type Parties } from '../../../testing/parties.factory.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildWarehouse } from '../../catalog/products/catalog.factory.ts'
import { buildUser } from '../../identity/users/users.factory.ts'
import { localMailbox, mailboxSettings } from './mailboxes.factory.ts'

/** Port without a mail server; reading from a real one is covered by `npm run verify mailboxes`. */
const CLOSED_PORT = 9
const test_ = useTestApp({ PRIVATE_URLS: 'on' })
let parties: Parties
let manager: { authorization: string }
const desk = mailboxSettings(test_, () => manager)
const add = (fields: object = {}) => desk.ask('POST', 'mailboxes', { ...localMailbox(CLOSED_PORT, login), ...fields })
beforeAll(async () => {
  parties = await buildParties(test_.database.db)
  manager = await loginAs(test_, parties.manager)
})

describe('settings', () => {
  test('are closed to clients, and staff without the right cannot change them', async () => {
    const plain = await loginAs(
      test_,
      await buildUser(test_.database.db, { role: 'ARTIKUL_ORDER_MANAGER', rights: [] }),
    )
    for (const path of ['mailboxes', 'mail-rules', 'unmatched-emails']) {
      expect((await send(test_, { url: `/api/v1/${path}` })).status).toBe(401)
      for (const person of [parties.admin, parties.employee])
        expect((await desk.ask('GET', path, undefined, await loginAs(test_, person))).status).toBe(403)
      expect((await desk.ask('GET', path, undefined, plain)).status).toBe(200)
    }
    const body = localMailbox(CLOSED_PORT, login)
    expect(await desk.ask('POST', 'mailboxes', body, plain)).toMatchObject({
      status: 403,
      json: { code: 'auth.permission_required' },
    })
    expect((await desk.ask('POST', 'mailboxes', body, await loginAs(test_, parties.warranty))).status).toBe(403)
  })

  test.each([
    ['host', { host: 'imap example' }],
    ['port', { port: 0 }],
    ['port', { port: 65_536 }],
    ['security', { security: 'ssl' }],
    ['login', { login: '' }],
    ['folder', { folder: ' ' }],
    ['password', { password: '' }],
  ])('with a wrong %s are rejected: %o', async (path, fields) => {
    const { status, json } = await add(fields)
    expect(status).toBe(400)
    expect(json.errors.map((error) => error.path)).toContain(path)
  })

  test('are refused for a duplicate folder, an unknown id and a stale version', async () => {
    const { id } = (await add()).json
    expect(await add()).toMatchObject({ status: 400, json: { errors: [{ path: 'login' }] } })
    const { password: _, ...fields } = localMailbox(CLOSED_PORT, login)
    const patch = (of: number, version: number) =>
      desk.ask('PATCH', `mailboxes/${of}`, { ...fields, version, password: null })
    expect((await patch(2_147_483_000, 1)).status).toBe(404)
    expect((await patch(id, 1)).json).toEqual({ version: 2 })
    expect((await patch(id, 1)).json.code).toBe('stale')
    expect((await desk.ask('POST', `mailboxes/${id}/look`, {})).status).toBe(200)
    await desk.ask('PATCH', `mailboxes/${id}`, { ...fields, is_on: false, version: 2, password: null })
    expect((await desk.ask('POST', `mailboxes/${id}/look`, {})).json.detail).toBe('Ящик выключен: сначала включите его')
    expect((await desk.ask('DELETE', `mailboxes/${id}`)).status).toBe(200)
    expect((await desk.ask('DELETE', `mailboxes/${id}`)).status).toBe(404)
  })

  test.each(['forum.ru', 'price@', '@', 'price@forum', '@*.ru'])('reject a rule for the sender %s', async (from) => {
    const rule = { warehouse_id: warehouse.id, sender: from, subject: '', file_mask: '' }
    expect((await desk.ask('POST', 'mail-rules', { rule, letter_id: null })).status).toBe(400)
  })
})

test('password is never returned and must be entered again for another server', async () => {
  const { id } = (await add()).json
  const replies = [await desk.ask('GET', 'mailboxes'), await add({ folder: 'Другая' })]
  const log = await test_.database.db.selectFrom('audit_log').selectAll().execute()
  expect(JSON.stringify([replies, log])).not.toContain(IMAP_PASSWORD)
  expect((await stored()).password.includes(Buffer.from(IMAP_PASSWORD))).toBe(false)
  const { password: _, ...fields } = { ...localMailbox(CLOSED_PORT, login), host: 'localhost' }
  const error = { path: 'password', message: 'Сервер или логин изменён: введите пароль снова' }
  const change = await desk.ask('PATCH', `mailboxes/${id}`, { ...fields, version: 1, password: null })
  expect(change).toMatchObject({ status: 400, json: { errors: [error] } })
  const { is_on: __, ...access } = fields
  expect((await desk.ask('POST', 'mailboxes/check', { id, ...access, password: null })).json.errors).toEqual([error])
})

test('rules are listed in their order, moved, changed and deleted', async () => {
  const rule = { warehouse_id: warehouse.id, sender: 'price@forum.ru' }
  const [first, second] = [await desk.addRule(rule), await desk.addRule(rule)]
  expect((await desk.ask('POST', `mail-rules/${second}/move`, { before: first })).status).toBe(200)
  expect((await desk.rules()).map(({ id }) => id)).toEqual([second, first])
  const changed = { ...rule, subject: '', file_mask: 'a*' }
  expect((await desk.ask('PATCH', `mail-rules/${second}`, { rule: changed })).status).toBe(200)
  expect((await desk.rules())[0]).toMatchObject({ file_mask: 'a*' })
  expect((await desk.ask('DELETE', `mail-rules/${second}`)).status).toBe(200)
  expect((await desk.rules()).map(({ id }) => id)).toEqual([first])
})

describe('mailbox check without private addresses', () => {
  const test_ = useTestApp()
  let manager: { authorization: string }
  const desk = mailboxSettings(test_, () => manager)

  beforeAll(async () => {
    manager = await loginAs(test_, (await buildParties(test_.database.db)).manager)
  })

  test.each([
    [{ host: '127.0.0.1' }, 'Адрес сервера ведёт во внутреннюю сеть и не разрешён'],
    [{ host: '::ffff:10.0.0.1' }, 'Адрес сервера ведёт во внутреннюю сеть и не разрешён'],
    [{ host: 'localhost', port: 143, security: 'starttls' }, 'Адрес сервера ведёт во внутреннюю сеть и не разрешён'],
    [{ host: '127.0.0.1', port: 5432 }, 'Порт не разрешён: почту читают по портам 993 и 143'],
    [{ host: '8.8.8.8', port: 143, security: 'none' }, 'Без шифрования почту читают только внутри своей сети'],
  ])('refuses %o', async (fields, text) => {
    const access = { host: 'x', port: 993, security: 'tls', login: 'a', folder: 'INBOX', password: 'b', id: null }
    expect((await desk.ask('POST', 'mailboxes/check', { ...access, ...fields })).json).toEqual({ is_ok: false, text })
  })
})

let serial = 0
let login = ''
let warehouse: { id: number }
beforeEach(async () => {
  serial += 1
  login = `box-${serial}`
  for (const table of ['mail_rules', 'mailboxes'] as const) await test_.database.db.deleteFrom(table).execute()
  warehouse = await buildWarehouse(test_.database.db, parties.seller.id, { source: { kind: 'partner' } })
})

const stored = () =>
  test_.database.db.selectFrom('mailboxes').selectAll().where('login', '=', login).executeTakeFirstOrThrow()
