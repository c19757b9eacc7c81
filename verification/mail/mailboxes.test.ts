import { once } from 'node:events'
import { mkdtemp, readdir } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setDefaultCACertificates, getCACertificates } from 'node:tls'
import { pino } from 'pino'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildParties, type Parties } from '../../server/src/testing/parties.factory.ts'
import { useImapServer } from '../../server/src/testing/imap-server.ts'
import { loginAs, purgeAt, runJob, TEST_SECRET, useTestApp } from '../../server/src/testing/test-app.ts'
import { buildWarehouse } from '../../server/src/modules/catalog/products/catalog.factory.ts'
import { csvOf } from '../../server/src/modules/suppliers/price-list-import/price-list.factory.ts'
import { priceListDesk } from '../../server/src/modules/suppliers/price-lists/price-lists.factory.ts'
import { createListStore } from '../../server/src/modules/suppliers/price-lists/index.ts'
import { mailboxKeys } from '../../server/src/modules/suppliers/mailboxes/mailbox-access.ts'
import { resealPasswords } from '../../server/src/modules/suppliers/mailboxes/index.ts'
import {
  buildEmail,
  localMailbox,
  mailboxSettings,
} from '../../server/src/modules/suppliers/mailboxes/mailboxes.factory.ts'
import { withMailbox } from '../../server/src/modules/suppliers/mailboxes/open-mailbox.ts'
import { readDueMailboxes } from '../../server/src/modules/suppliers/mailboxes/mailboxes.jobs.ts'
import type { ReadMailboxDeps } from '../../server/src/modules/suppliers/mailboxes/read-mailbox.ts'

type Headers = { authorization: string }
const HEADER = ['Бренд', 'Артикул', 'Остаток', 'Закупка']
/** Fixed time of the test clock. */
const NOW = new Date('2026-11-17T09:00:00Z')

describe('mailbox', () => {
  const test_ = useTestApp({ PRIVATE_URLS: 'on' })
  const imap = useImapServer()
  let parties: Parties
  let manager: Headers
  let warehouse: { id: number }
  let login = ''
  let serial = 0
  const desk = mailboxSettings(test_, () => manager)
  const lists = priceListDesk(test_, () => manager)
  const sender = () => `price@forum${serial}.ru`

  const deps = (over: Partial<ReadMailboxDeps> = {}): ReadMailboxDeps => ({
    database: test_.appDatabase,
    store: createListStore(join(tmpdir(), 'artikul-test')),
    clock: test_.clock,
    log: pino({ level: 'silent' }),
    keys: mailboxKeys(TEST_SECRET),
    allowsPrivate: true,
    mostBytes: 1_000_000,
    ...over,
  })
  /** Makes every mailbox due again, regardless of recorded state. */
  const read = async (over: Partial<ReadMailboxDeps> = {}) => {
    await test_.database.db.updateTable('mailboxes').set({ next_check_at: NOW }).execute()
    await readDueMailboxes(deps(over))
  }
  const content = (price = 100, count = 3) =>
    csvOf([HEADER, ...Array.from({ length: count }, (_, at) => ['ЗАВОД', `M${serial}-${at}`, 5, price])])
  const attached = (name: string, text: string | Buffer = content()) => ({
    disposition: `attachment; filename="${name}"`.replace('attachment; ', ''),
    content: text,
  })
  const deliver = (letter: Parameters<typeof buildEmail>[0] = {}, at = NOW) =>
    imap.deliver(login, buildEmail({ from: sender(), files: [attached('price.csv')], ...letter }), at)
  const imports = () => lists.list(`warehouse_id=${warehouse.id}`)
  /** Creates a mailbox that the portal has checked once by itself. */
  const add = async (fields: object = {}) => {
    const added = await desk.ask('POST', 'mailboxes', { ...localMailbox(imap.plain, login), ...fields })
    if (added.status === 201) await runJob(test_.app, 'mailboxes')
    return added
  }
  const stored = () =>
    test_.database.db.selectFrom('mailboxes').selectAll().where('login', '=', login).executeTakeFirstOrThrow()

  beforeAll(async () => {
    parties = await buildParties(test_.database.db)
    manager = await loginAs(test_, parties.manager)
  })
  beforeEach(async () => {
    serial += 1
    login = `box-${serial}`
    for (const table of ['mail_rules', 'mailboxes'] as const) await test_.database.db.deleteFrom(table).execute()
    warehouse = await buildWarehouse(test_.database.db, parties.seller.id, { source: { kind: 'partner' } })
  })

  test('password is re-encrypted under a new secret, and an unreadable one is reported', async () => {
    await add()
    const next = 'another secret that only tests know, long'
    await resealPasswords(test_.database.db, mailboxKeys(next, TEST_SECRET))
    await read({ keys: mailboxKeys(next) })
    expect((await desk.mailboxes())[0]?.failure).toBeNull()
    await read()
    expect((await desk.mailboxes())[0]?.failure).toBe('Пароль сохранён с другим AUTH_SECRET: введите его снова')
  })

  describe('check', () => {
    const check = async (fields: object = {}) => {
      const { is_on: _, ...access } = localMailbox(imap.plain, login)
      return (await desk.ask('POST', 'mailboxes/check', { id: null, ...access, ...fields })).json
    }

    test('reports the number of emails and marks none as read', async () => {
      await deliver()
      expect(await check()).toEqual({ is_ok: true, text: 'Ящик открыт: 1\u00a0письмо в папке' })
      await imap.as(login, (client) => client.mailboxCreate('Прайсы'))
      expect(await check({ folder: 'Прайсы' })).toMatchObject({ is_ok: true })
    })

    test.each([
      ['login', { password: 'не тот' }, 'Сервер почты не принял логин или пароль'],
      ['folder', { folder: 'Нет такой' }, 'Папки «Нет такой» в ящике нет'],
      ['name', { host: 'no-such-host.invalid' }, 'Сервер no-such-host.invalid не найден'],
      ['port', { port: 1 }, 'Сервер почты не принимает соединений по порту 1'],
      ['encryption', { security: 'tls' }, /^По порту \d+ сервер не шифрует так, как указано/],
    ])('reports a wrong %s', async (_, fields, text) => {
      expect(await check(fields)).toEqual({
        is_ok: false,
        text: typeof text === 'string' ? text : (expect.stringMatching(text) as string),
      })
    })

    test('accepts only a trusted certificate with the right name, by TLS and STARTTLS', async () => {
      const both = [
        { port: imap.tls, security: 'tls', host: 'localhost' },
        { security: 'starttls', host: 'localhost' },
      ]
      for (const fields of both)
        expect((await check(fields)).text).toBe('Сертификат сервера почты неверен: подписан самим сервером')
      setDefaultCACertificates([...getCACertificates('default'), imap.certificate])
      for (const fields of both) expect(await check(fields)).toMatchObject({ is_ok: true })
      expect((await check({ ...both[0], host: '127.0.0.1' })).text).toBe(
        'Сертификат сервера почты неверен: выдан другому имени',
      )
    })

    test('fails with a timeout on a silent server', async () => {
      const silent = createServer().listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const { port } = silent.address() as AddressInfo
      const access = { ...localMailbox(port, login), security: 'none' } as const
      const opened = withMailbox(access, { allowsPrivate: true, seconds: 0.3 }, async () => undefined)
      await expect(opened).rejects.toThrow('Сервер почты отвечает слишком долго')
      silent.close()
    })
  })

  describe('email', () => {
    test('becomes an import of its warehouse once and stays unread', async () => {
      await add()
      await desk.addRule({ warehouse_id: warehouse.id, sender: `@FORUM${serial}.ru`, subject: 'прайс' })
      await deliver({ subject: '=?windows-1251?B?z/Dg6fE=?= 1' })
      await read()
      await read()
      const [item, ...others] = await imports()
      expect(others).toEqual([])
      expect(await lists.settled(item?.id ?? 0)).toMatchObject({
        state: 'applied',
        origin: 'mail',
        author: null,
        file_name: 'price.csv',
        letter: { sender: sender(), subject: 'Прайс 1' },
        added_count: 3,
      })
      expect(await desk.mailboxes()).toMatchObject([
        { failure: null, checked_at: NOW.toISOString(), taken: { import_id: item?.id, file_name: 'price.csv' } },
      ])
      expect(await desk.letters()).toEqual([])
      const seen = await imap.as(login, async (client) => {
        const { exists } = await client.mailboxOpen('INBOX')
        return [exists, await client.search({ seen: true })]
      })
      expect(seen).toEqual([1, []])
    })

    test('received long before the mailbox was added is ignored', async () => {
      await deliver({}, new Date('2026-11-10T09:00:00Z'))
      await add()
      await desk.addRule({ warehouse_id: warehouse.id, sender: sender() })
      await read()
      expect([await imports(), await desk.letters()]).toEqual([[], []])
      await deliver()
      await read()
      expect(await imports()).toHaveLength(1)
    })

    test('is imported once by two servers at the same time', async () => {
      await add()
      await desk.addRule({ warehouse_id: warehouse.id, sender: sender() })
      await deliver()
      await test_.database.db.updateTable('mailboxes').set({ next_check_at: NOW }).execute()
      await Promise.all([readDueMailboxes(deps()), readDueMailboxes(deps())])
      expect(await imports()).toHaveLength(1)
    })

    test('is imported once despite a server crash at any step', async () => {
      await add()
      await desk.addRule({ warehouse_id: warehouse.id, sender: sender() })
      await deliver()
      const folder = await mkdtemp(join(tmpdir(), 'dying-'))
      const store = createListStore(folder)
      const dying = {
        ...store,
        keep: async (path: string) => {
          await store.keep(path)
          throw new Error('killed')
        },
      }
      await read({ store: dying })
      expect(await readdir(join(folder, 'price-lists'))).toHaveLength(1)
      expect(await imports()).toEqual([])
      expect((await desk.mailboxes())[0]?.failure).toBe('Портал не смог прочитать ящик и попробует ещё раз')
      await read()
      expect(await imports()).toHaveLength(1)
      await test_.database.db.updateTable('mailboxes').set({ last_uid: 0 }).execute()
      await read()
      expect(await imports()).toHaveLength(1)
    })

    test('is not imported again when the mail server renumbers its emails', async () => {
      await add()
      await desk.addRule({ warehouse_id: warehouse.id, sender: sender() })
      await deliver()
      await read()
      await test_.database.db.updateTable('mailboxes').set({ uid_validity: 1 }).execute()
      await deliver({}, new Date(NOW.getTime() + 60_000))
      await read()
      expect(await imports()).toHaveLength(2)
    })

    test('position restarts in another folder, also when the folder changes during reading', async () => {
      const { id } = (await add()).json
      await desk.addRule({ warehouse_id: warehouse.id, sender: sender() })
      await deliver()
      const store = createListStore(join(tmpdir(), 'artikul-test'))
      const change = { ...localMailbox(imap.plain, login), folder: 'Прайсы', is_on: false, version: 1 }
      const changing = async (path: string) => {
        expect((await desk.ask('PATCH', `mailboxes/${id}`, change)).status).toBe(200)
        return store.keep(path)
      }
      await read({ store: { ...store, keep: changing } })
      expect(await stored()).toMatchObject({ folder: 'Прайсы', uid_validity: null, last_uid: 0, failure: null })
    })

    test('with a suspicious price list waits for approval', async () => {
      await add()
      await desk.addRule({ warehouse_id: warehouse.id, sender: sender() })
      await lists.load(warehouse.id, content(100))
      await deliver({ files: [attached('price.csv', content(10_000))] })
      await read()
      expect(await lists.settled((await imports())[0]?.id ?? 0)).toMatchObject({ state: 'waiting', origin: 'mail' })
    })

    test('with a file that is no price list is in the history with the reason', async () => {
      await add()
      await desk.addRule({ warehouse_id: warehouse.id, sender: sender() })
      await deliver({ files: [attached('price.xlsx', 'MZ\0\0\0\0\0\0\0\0')] })
      await read()
      expect(await imports()).toMatchObject([
        {
          state: 'failed',
          failure: expect.stringMatching(/^Это не таблица/) as string,
          letter: { sender: sender(), subject: 'price' },
        },
      ])
    })
  })

  describe('attachment name is decoded', () => {
    const cp1251 = Buffer.from([0xcf, 0xf0, 0xe0, 0xe9, 0xf1])
    test.each<[string, string | Buffer, string]>([
      ['in an encoded word', 'filename="=?windows-1251?B?z/Dg6fE=?=.csv"', 'Прайс.csv'],
      ['in pieces of RFC 2231', "filename*0*=utf-8''%D0%9F%D1%80;\r\n filename*1*=%D0%B0.csv", 'Пра.csv'],
      ['in windows-1251 of RFC 2231', "filename*=windows-1251''%CF%F0%E0%E9%F1.csv", 'Прайс.csv'],
      ['in bare windows-1251', Buffer.concat([Buffer.from('filename="'), cp1251, Buffer.from('.csv"')]), 'Прайс.csv'],
      ['in bare UTF-8', 'filename="Прайс.csv"', 'Прайс.csv'],
      ['with a path', 'filename="C:\\\\tmp\\\\a\tb.csv"', 'C:\\tmp\\a b.csv'],
    ])('%s', async (_, disposition, name) => {
      await add()
      await desk.addRule({ warehouse_id: warehouse.id, sender: sender() })
      await deliver({ files: [{ disposition, content: content() }] })
      await read()
      expect(await imports()).toMatchObject([{ file_name: name }])
    })
  })

  describe('unmatched email', () => {
    const reasons = async () => (await desk.letters()).map(({ reason }) => reason)

    test('is listed with the reason and read again when a rule is made for it', async () => {
      await add()
      await deliver({ files: [attached('price.csv'), { ...attached('logo.png'), type: 'image/png' }] })
      await read()
      const [letter, ...others] = await desk.letters()
      expect(others).toEqual([])
      expect(letter).toMatchObject({
        mailbox: login,
        sender: sender(),
        subject: 'price',
        file_names: ['price.csv', 'logo.png'],
        received_at: NOW.toISOString(),
        reason: 'Для этого отправителя правил нет',
        is_asked_again: false,
      })
      await desk.addRule({ warehouse_id: warehouse.id, sender: sender() }, letter?.id)
      await read()
      expect(await imports()).toHaveLength(1)
      expect(await desk.letters()).toEqual([])
    })

    test.each<[string, Parameters<typeof buildEmail>[0], string]>([
      ['DMARC', { headers: ['Authentication-Results: mx.a.ru; spf=pass;\r\n dmarc=fail (p=none)'] }, 'поддельным'],
      ['SPF', { headers: ['Authentication-Results: mx.a.ru;\r\n\tspf=fail smtp.mailfrom=x.ru'] }, 'поддельным'],
      ['many senders', { from: 'a@forum.ru, b@forum.ru' }, 'Отправитель не указан, или их несколько'],
      ['no sender', { from: '' }, 'Отправитель не указан, или их несколько'],
      ['no files', { files: [] }, 'Вложенных прайс-листов нет'],
      ['a picture', { files: [attached('price.png')] }, 'Вложенных прайс-листов нет'],
      ['a large file', { files: [attached('price.csv', Buffer.alloc(200_000, '1;2\n'))] }, 'price.csv: Файл больше'],
      ['a larger file', { files: [attached('price.csv', Buffer.alloc(120_000, '1;2\n'))] }, 'price.csv: Файл больше'],
    ])('is listed match_reason of %s', async (_, letter, reason) => {
      await add()
      await desk.addRule({ warehouse_id: warehouse.id, sender: sender() })
      await deliver(letter)
      await read({ mostBytes: 100_000 })
      expect(await imports()).toEqual([])
      expect((await reasons())[0]).toContain(reason)
    })

    test('that is broken does not stop the others', async () => {
      await add()
      await desk.addRule({ warehouse_id: warehouse.id, sender: sender() })
      for (const broken of [
        Buffer.from([0, 255, 254, 13, 10, 13, 10, 1]),
        Buffer.from(`From: ${sender()}\r\nContent-Type: multipart/mixed; boundary=none\r\n\r\nnothing`),
        buildEmail({ from: sender(), files: [attached('price.csv', '')] }).subarray(0, -30),
      ])
        await imap.deliver(login, broken, NOW)
      await deliver()
      await read()
      const imported = (await imports()).filter(({ state }) => state !== 'failed')
      expect(imported).toMatchObject([{ file_name: 'price.csv' }])
      expect((await reasons()).length).toBeGreaterThan(0)
      expect((await desk.mailboxes())[0]?.failure).toBeNull()
    })

    test('that keeps breaking the connection is skipped', async () => {
      await add()
      await desk.addRule({ warehouse_id: warehouse.id, sender: sender() })
      await deliver()
      await deliver()
      await test_.database.db.updateTable('mailboxes').set({ stuck_uid: 1, failures: 3 }).execute()
      await read()
      expect(await reasons()).toEqual(['На этом письме связь с сервером почты обрывается'])
      expect(await imports()).toHaveLength(1)
      expect(await stored()).toMatchObject({ failures: 0, stuck_uid: null, last_uid: 2 })
    })

    test('is deleted after a month', async () => {
      await add()
      await deliver({ files: [] })
      await read()
      await purgeAt(test_, 'unmatched_emails', new Date('2026-12-10T09:00:00Z'))
      expect(await desk.letters()).toHaveLength(1)
      await purgeAt(test_, 'unmatched_emails', new Date('2026-12-18T09:00:00Z'))
      expect(await desk.letters()).toEqual([])
    })
  })

  test('rules are applied in order, and can be moved, changed and deleted', async () => {
    const other = await buildWarehouse(test_.database.db, parties.seller.id, { source: { kind: 'partner' } })
    const rule = { sender: sender(), subject: '', file_mask: '' }
    const first = await desk.addRule({ ...rule, warehouse_id: other.id })
    const second = await desk.addRule({ ...rule, warehouse_id: warehouse.id })
    expect((await desk.rules()).map(({ id }) => id)).toEqual([first, second])
    await desk.ask('POST', `mail-rules/${second}/move`, { before: first })
    expect((await desk.rules()).map(({ id }) => id)).toEqual([second, first])
    await desk.ask('PATCH', `mail-rules/${second}`, { rule: { ...rule, warehouse_id: warehouse.id, file_mask: 'a*' } })
    await add()
    await deliver({ files: [attached('a.csv'), attached('b.csv')] })
    await read()
    expect(await imports()).toMatchObject([{ file_name: 'a.csv' }])
    expect(await lists.list(`warehouse_id=${other.id}`)).toMatchObject([{ file_name: 'b.csv' }])
    expect((await desk.ask('DELETE', `mail-rules/${second}`)).status).toBe(200)
    expect((await desk.rules()).map(({ id }) => id)).toEqual([first])
  })

  test('with a refused password shows the failure and is checked less often until corrected', async () => {
    const { id } = (await add({ password: 'не тот' })).json
    const [refused] = await desk.mailboxes()
    expect(refused).toMatchObject({
      failure: 'Сервер почты не принял логин или пароль',
      checked_at: NOW.toISOString(),
      next_check_at: '2026-11-17T10:00:00.000Z',
    })
    await read()
    expect((await desk.mailboxes())[0]?.next_check_at).toBe('2026-11-17T11:00:00.000Z')
    await desk.addRule({ warehouse_id: warehouse.id, sender: sender() })
    await deliver()
    const mended = { ...localMailbox(imap.plain, login), version: 1 }
    expect((await desk.ask('PATCH', `mailboxes/${id}`, mended)).status).toBe(200)
    await read()
    expect(await imports()).toHaveLength(1)
    expect((await desk.mailboxes())[0]?.failure).toBeNull()
  })
})
