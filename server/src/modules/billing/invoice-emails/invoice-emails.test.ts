import { MAX_INVOICE_EMAILS, type InvoiceEmail } from '@artikul/contract/billing/invoice-emails'
import { beforeAll, describe, expect, test } from 'vitest'
import { textOfFile } from '../../../testing/files/file-text.ts'
import { loginAs, send, useTestApp } from '../../../testing/test-app.ts'
import { buildReserved, buildShop, type Headers, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildEmployee, buildUser } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()

let shop: Shop
let other: Shop
let invoiceId: number
let warranty: Headers

beforeAll(issueInvoice)

describe('invoice email', () => {
  test('is refused to strangers and to employees without prices', async () => {
    expect((await mail(['a@client.test'], {})).status).toBe(401)
    expect((await send(test_, { url: url() })).status).toBe(401)
    const blind = await loginAs(test_, await buildEmployee(test_.database.db, shop.companyId, { sees_prices: false }))
    expect(await mail(['a@client.test'], blind)).toMatchObject({ status: 403, json: { code: 'section.hidden' } })
    expect(await list(blind)).toMatchObject({ status: 403, json: { code: 'section.hidden' } })
  })

  test('of an invoice of another company is not found', async () => {
    expect(await mail(['a@client.test'], other.client)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect(await list(other.client)).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })

  test.each([
    [[]],
    [['not an address']],
    [['a@client.test', 'A@client.test']],
    [Array.from({ length: 6 }, (_, at) => `a${at}@client.test`)],
    ['a@client.test'],
    [['a@client.test\nBcc: b@client.test']],
  ])('to %j is rejected with an error on its field', async (to) => {
    const reply = await mail(to)
    expect(reply).toMatchObject({ status: 400, json: { code: 'input.invalid' } })
    expect(reply.json.errors[0]?.path).toMatch(/^to/)
  })

  test('is not sent by any refused request', async () => {
    expect(await outbox()).toEqual([])
  })
})

describe('sent invoice email', () => {
  test('goes once per idempotency key to every address, with the PDF', async () => {
    const key = crypto.randomUUID()
    const to = ['accountant@client.test', 'chief@client.test']
    const replies = [await mail(to, shop.client, key), await mail(to, shop.client, key)]
    for (const reply of replies) expect(reply).toMatchObject({ status: 201, json: { sent: 2 } })
    const letters = await outbox()
    expect(letters.map(({ recipient }) => recipient)).toEqual(to)
    const [letter] = letters
    expect(letter?.name).toMatch(/^Счёт .+\.pdf$/)
    const { number } = await test_.database.db
      .selectFrom('invoices')
      .select('number')
      .where('id', '=', invoiceId)
      .executeTakeFirstOrThrow()
    expect(textOfFile(letter?.content ?? Buffer.of())).toContain(number)
    expect(letter?.subject).toBe(`Счёт на оплату № ${number}`)
    expect(letter?.body).toMatch(/Оплатить не позднее \d\d\.\d\d\.2026/)
    expect(letter?.body).toContain(`/invoice/${invoiceId}`)
  })

  test('is listed with its sender and state, and its address is suggested again', async () => {
    const { json } = await list()
    expect(json.results).toMatchObject([
      { to: 'chief@client.test', state: 'kept', by: 'Любой Пользователь' },
      { to: 'accountant@client.test', state: 'kept' },
    ])
    expect(json.suggested.slice(0, 2)).toEqual(['chief@client.test', 'accountant@client.test'])
    // The client's own address follows the previously used ones.
    expect(json.suggested.at(-1)).toBe(`${shop.admin.login}@example.test`)
    await test_.database.db.deleteFrom('emails').execute()
    expect((await list()).json.results).toMatchObject([{ state: null }, { state: null }])
  })

  test('can come from any staff member, and staff addresses are not suggested', async () => {
    expect((await mail(['buyer@client.test'], shop.manager)).status).toBe(201)
    expect((await mail(['buyer@client.test'], warranty)).status).toBe(201)
    const { json } = await list(shop.manager)
    expect(json.suggested[0]).toBe('buyer@client.test')
    expect(json.suggested.every((address) => !address.endsWith('@example.test'))).toBe(true)
  })

  test('is written to the audit log with its addresses', async () => {
    const event = await test_.database.db
      .selectFrom('audit_log')
      .select(['object', 'changes', 'contractor_id'])
      .where('event', '=', 'invoice.emailed')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({
      contractor_id: shop.companyId,
      changes: [{ field: 'Адреса', before: null, after: 'accountant@client.test, chief@client.test' }],
    })
  })

  test('is limited to thirty an hour per person, also for concurrent requests', async () => {
    const five = (turn: number) => Array.from({ length: 5 }, (_, at) => `m${turn}-${at}@client.test`)
    const replies = await Promise.all(Array.from({ length: 7 }, (_, turn) => mail(five(turn))))
    const sent = replies.filter(({ status }) => status === 201).length * 5
    expect(sent + 4).toBeLessThanOrEqual(MAX_INVOICE_EMAILS)
    expect(sent).toBe(25)
    const refused = replies.filter(({ status }) => status !== 201)
    for (const { status, json } of refused) expect([status, json.code]).toEqual([429, 'invoice.email_limit_reached'])
    test_.clock.set(new Date(test_.clock.now().getTime() + 3_601_000).toISOString())
    const client = await loginAs(test_, shop.admin)
    expect((await mail(['again@client.test'], client)).status).toBe(201)
  })

  test('is refused for a cancelled invoice', async () => {
    const { db } = test_.database
    await db.updateTable('invoices').set({ status: 'cancelled' }).where('id', '=', invoiceId).execute()
    const client = await loginAs(test_, shop.admin)
    expect(await mail(['a@client.test'], client)).toMatchObject({ status: 409, json: { code: 'invoice.not_in_force' } })
  })
})

async function issueInvoice() {
  const { db } = test_.database
  shop = await buildShop(test_)
  other = await buildShop(test_)
  warranty = await loginAs(test_, await buildUser(db, { role: 'ARTIKUL_WARRANTY_MANAGER' }))
  const order = await buildReserved(test_, shop, [2])
  const issued = await send<{ id: number }>(test_, {
    method: 'POST',
    url: `/api/v1/orders/${order.id}/invoice`,
    headers: { ...shop.client, 'idempotency-key': crypto.randomUUID() },
  })
  invoiceId = issued.json.id
}

interface Listed {
  results: InvoiceEmail[]
  suggested: string[]
  code: string
}

const url = (id = invoiceId) => `/api/v1/invoices/${id}/mails`

const list = (headers: Headers = shop.client) => send<Listed>(test_, { url: url(), headers })

const mail = (to: unknown, headers: object = shop.client, key: string = crypto.randomUUID(), id = invoiceId) =>
  send<{ sent: number; code: string; errors: { path: string; message: string }[] }>(test_, {
    method: 'POST',
    url: url(id),
    headers: { ...headers, 'idempotency-key': key },
    payload: { to },
  })

const outbox = () =>
  test_.database.db
    .selectFrom('emails')
    .leftJoin('email_attachments as file', 'file.mail_id', 'emails.id')
    .select(['emails.id', 'recipient', 'subject', 'body', 'file.name', 'file.content'])
    .where('subject', 'like', 'Счёт на оплату%')
    .orderBy('emails.id')
    .execute()
