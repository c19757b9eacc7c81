import { beforeEach, describe, expect, test } from 'vitest'
import { textOfFile } from '../../../testing/files/file-text.ts'
import { useMailServer } from '../../../testing/mail-server.ts'
import { loginAs, runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildRecipient } from '../../companies/email-recipients/email-recipients.factory.ts'
import { buildReserved, buildShipment, buildShop, type Shop } from '../../fulfilment/shipments/shipments.factory.ts'
import { buildEmployee } from '../../identity/users/users.factory.ts'
import { planDebtInvoice } from './debt-invoices.ts'

const mail = useMailServer(41_000 + (process.pid % 20_000))
const test_ = useTestApp({ SMTP_URL: mail.url, MAIL_FROM: 'Артикул <noreply@portal.example>' })
/** Two days after the factory's shipment became due, and a week later. */
const OVERDUE = '2026-12-19T07:00:00Z'
const WEEK_LATER = '2026-12-26T07:00:00Z'

let shop: Shop
let shipments: number[]

beforeEach(async () => {
  const { db } = test_.database
  test_.clock.set('2026-11-17T09:00:00Z')
  for (const table of ['payment_reminders', 'notification_digests', 'recipient_digests', 'events', 'emails'] as const)
    await db.deleteFrom(table).execute()
  mail.received.length = 0
  shop = await buildShop(test_, { limit_kop: 100_000_000 })
  shipments = []
  for (const qty of [2, 1]) shipments.push(await buildShipment(db, (await buildReserved(test_, shop, [qty])).id))
  await db.deleteFrom('events').execute()
})

test.each([
  ['nothing is due', [], null],
  ['nothing is invoiced', [null, null], { shipment_ids: [1, 2], insteadOf: [] }],
  ['one invoice of a reminder covers all', ['own', 'own'], null],
  ['another shipment became due', ['own', null], { shipment_ids: [2], insteadOf: [] }],
  ['an invoice of a reminder is outdated', ['outdated', 'outdated'], { shipment_ids: [1, 2], insteadOf: [7] }],
  ["a person's exact invoice covers a part", ['exact', null], { shipment_ids: [2], insteadOf: [] }],
] as const)('plan of a debt invoice is right when %s', (_, invoices, expected) => {
  const due = invoices.map((kind, at) => ({
    id: at + 1,
    invoice: kind && { id: 7, is_exact: kind !== 'outdated', is_own: kind !== 'exact' },
  }))
  expect(planDebtInvoice(due)).toEqual(expected)
})

describe('payment reminder email', () => {
  test('has one payable invoice per contract as PDF and a link to it', async () => {
    await remindAt(OVERDUE)
    const [invoice, ...others] = await invoices()
    expect(others).toEqual([])
    expect(invoice).toMatchObject({ kind: 'shipments', status: 'unpaid', total_kop: await owed(), actor_id: null })
    const letter = letterTo(`${shop.admin.login}@example.test`)
    expect(letter?.attachments.map(({ filename }) => filename)).toEqual([`Счёт ${invoice?.number}.pdf`])
    const printed = pdfOf(letter)
    for (const text of [invoice?.number ?? '', 'QR', 'по отгрузке № Т-']) expect(printed).toContain(text)
    expect(letter?.text).toContain(`Открыть счёт: http://localhost:3000/invoice/${invoice?.id}`)
    expect(letter?.html).toContain('>Открыть счёт</a>')
    const opened = await send(test_, {
      url: `/api/v1/invoices/${invoice?.id}`,
      headers: await loginAs(test_, shop.admin),
    })
    expect(opened.status).toBe(200)
  })

  test('to an address without a login has the PDF and no link to it', async () => {
    const owner = { contractorId: shop.companyId, userId: shop.admin.id }
    const { email } = await buildRecipient(test_.database.db, owner, { topics: ['debts'], sees_prices: true })
    await remindAt(OVERDUE)
    const [invoice] = await invoices()
    const letter = letterTo(email)
    expect(pdfOf(letter)).toContain(invoice?.number)
    expect(letter?.text).toContain(`Счёт № ${invoice?.number}`)
    expect(letter?.text).not.toContain('/invoice/')
  })

  test('to a person without access to prices has no invoice', async () => {
    const person = await buildEmployee(test_.database.db, shop.companyId, { sees_prices: false })
    await remindAt(OVERDUE)
    const letter = letterTo(`${person.login}@example.test`)
    expect(letter?.subject).toMatch(/^Напоминание об оплате/)
    expect(letter?.attachments).toEqual([])
    expect(letter?.text).not.toContain('/invoice/')
  })

  test('attaches the same invoice again while it is exact, and a new one for the rest', async () => {
    await remindAt(OVERDUE)
    mail.received.length = 0
    await remindAt(WEEK_LATER)
    const [invoice, ...others] = await invoices()
    expect(others).toEqual([])
    expect(pdfOf(letterTo(`${shop.admin.login}@example.test`))).toContain(invoice?.number)
    await pay(12_345)
    mail.received.length = 0
    await remindAt('2027-01-02T07:00:00Z')
    const [old, anew] = await invoices()
    expect(old).toMatchObject({ status: 'replaced' })
    expect(anew).toMatchObject({ status: 'unpaid', total_kop: (old?.total_kop ?? 0) - 12_345 })
    const letter = letterTo(`${shop.admin.login}@example.test`)
    expect(letter?.attachments).toHaveLength(1)
    expect(pdfOf(letter)).toContain(`взамен счёта № ${old?.number}`)
  })

  test("keeps a person's exact invoice beside the one for the rest", async () => {
    const ask = { kind: 'shipments', contract_id: shop.contractId, shipment_ids: [shipments[0]] }
    const { json } = await post('invoices/preview', { ask, replaces_id: null })
    const shown = json.lines.map(({ sum_kop: sum }) => sum)
    const own = await post('invoices', { ask, shown, replaces_id: null, draft_id: null })
    expect(own.status, own.text).toBe(201)
    await remindAt(OVERDUE)
    expect(await invoices()).toMatchObject([
      { id: own.json.id, status: 'unpaid' },
      { status: 'unpaid', actor_id: null },
    ])
    expect(letterTo(`${shop.admin.login}@example.test`)?.attachments).toHaveLength(2)
  })
})

type Letter = ReturnType<typeof letterTo>

const letterTo = (address: string) =>
  mail.received.find(({ to, subject }) => to?.[0]?.address === address && subject?.startsWith('Напоминание'))

const pdfOf = (letter: Letter) => {
  const content = letter?.attachments[0]?.content
  if (!(content instanceof ArrayBuffer)) throw new Error('the email has no file')
  return textOfFile(Buffer.from(content)).replaceAll('\n', '')
}

async function remindAt(moment: string) {
  test_.clock.set(moment)
  for (const job of ['payment_reminders', 'digests', 'emails'] as const) await runJob(test_.app, job)
}

const invoices = () =>
  test_.database.db
    .selectFrom('invoices')
    .select(['id', 'number', 'kind', 'status', 'total_kop', 'actor_id'])
    .where('contractor_id', '=', shop.companyId)
    .orderBy('id')
    .execute()

async function owed() {
  const rows = await test_.database.db
    .selectFrom('shipments')
    .select('total_kop')
    .where('id', 'in', shipments)
    .execute()
  return rows.reduce((sum, row) => sum + row.total_kop, 0)
}

const post = async (path: string, payload: object) =>
  send<{ id: number; lines: { sum_kop: number }[] }>(test_, {
    method: 'POST',
    url: `/api/v1/${path}`,
    headers: { ...(await loginAs(test_, shop.admin)), 'idempotency-key': crypto.randomUUID() },
    payload,
  })

const pay = (sumKop: number) =>
  test_.database.db
    .insertInto('payments')
    .values({
      number: crypto.randomUUID(),
      paid_on: '2026-12-27',
      sum_kop: sumKop,
      contract_id: shop.contractId,
      contractor_id: shop.companyId,
      seller_id: shop.sellerId,
      actor_id: shop.admin.id,
      subject_id: shop.admin.id,
    })
    .execute()
