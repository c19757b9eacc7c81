import { MAX_ARCHIVED } from '@artikul/contract/billing/documents'
import { DOCUMENT_KINDS } from '@artikul/contract/billing/document-kinds'
import { unzipSync } from 'fflate'
import { beforeAll, describe, expect, test } from 'vitest'
import { textOfFile } from '../../../testing/files/file-text.ts'
import { loginAs, useTestApp } from '../../../testing/test-app.ts'
import { buildClaim } from '../claims/claims.factory.ts'
import { buildConsignee } from '../../companies/consignees/consignees.factory.ts'
import { buildReserved, buildShipment, buildShop, type Headers, type Shop } from '../shipments/shipments.factory.ts'
import { buildEmployee, type EmployeeLimits } from '../../identity/users/users.factory.ts'

const test_ = useTestApp()

let shop: Shop
let other: Shop
let far: number
let shipmentId: number

beforeAll(buildDocuments)

describe('document archive', () => {
  test('is refused to strangers and to employees without settlements or prices', async () => {
    expect((await ask('', {})).statusCode).toBe(401)
    expect(await codeOf(ask('', await employee({ sees_settlements: false })))).toEqual([403, 'section.hidden'])
    expect(await codeOf(ask('?kind=invoice', await employee({ sees_prices: false })))).toEqual([403, 'section.hidden'])
  })

  test('of another company or contract is not found', async () => {
    expect(await codeOf(ask(`?contractor_id=${other.companyId}`))).toEqual([404, 'not_found'])
    expect(await codeOf(ask(`?contract_id=${other.contractId}`))).toEqual([404, 'not_found'])
  })

  test.each([['?from=2026-11-21&to=2026-11-01'], ['?page=1'], ['?kind=letter'], ['?from=2026-13-01']])(
    'with query %s is rejected',
    async (query) => {
      expect(await codeOf(ask(query))).toEqual([400, 'input.invalid'])
    },
  )

  test('without a company is rejected for staff, and a period without documents returns 404', async () => {
    expect(await codeOf(ask('', shop.manager))).toEqual([400, 'input.invalid'])
    expect(await codeOf(ask('?to=2026-11-01'))).toEqual([404, 'documents.none'])
    expect(await codeOf(ask('', other.client))).toEqual([404, 'documents.none'])
  })

  test('with too many documents is refused', async () => {
    const { db } = test_.database
    const row = await anotherShipment()
    const many = Array.from({ length: MAX_ARCHIVED + 1 }, (__, at) => ({
      ...row,
      number: `М-${at}`,
      contractor_id: other.companyId,
      contract_id: other.contractId,
      consignee_id: other.consigneeId,
    }))
    // A statement has a limited number of parameters.
    for (let at = 0; at < many.length; at += 1000)
      await db
        .insertInto('shipments')
        .values(many.slice(at, at + 1000))
        .execute()
    expect(await codeOf(ask('', other.client))).toEqual([422, 'documents.limit_reached'])
    await db.deleteFrom('shipments').where('contractor_id', '=', other.companyId).execute()
  })
})

describe('document archive file', () => {
  test('holds every document of the period under a Russian name, with a register', async () => {
    const { names, files, register, bytes } = await filesOf(ask('?from=2026-11-01&to=2026-11-30'))
    expect(names.map((name) => name.replace(/\/.*(?=\.)/, '/…')).toSorted()).toEqual(
      [
        'Для 1С/….xlsx',
        'Для 1С/….xlsx',
        'Для 1С/….xml',
        'Для 1С/….xml',
        'Обращения/….pdf',
        'Отгрузки/….pdf',
        'Отгрузки/….pdf',
        'Реестр документов.xlsx',
        'Счета/….pdf',
        'УПД, копии/….pdf',
        'УПД, копии/….pdf',
      ].toSorted(),
    )
    // Bit 11 of a local header marks the name as UTF-8.
    expect(bytes.readUInt16LE(6) & 0x800).toBe(0x800)
    const pdfs = Object.entries(files).filter(([name]) => name.endsWith('.pdf'))
    for (const [, content] of pdfs) expect(Buffer.from(content.subarray(0, 5)).toString()).toBe('%PDF-')
    for (const name of names.filter((one) => one !== 'Реестр документов.xlsx')) expect(register).toContain(name)
    for (const kind of [DOCUMENT_KINDS.invoice, DOCUMENT_KINDS.shipment, 'Акт рекламации'])
      expect(register).toContain(kind)
  })

  test('is named by the company and the period', async () => {
    const { headers } = await ask('?from=2026-11-01&to=2026-11-30', { ...shop.client })
    expect(headers['content-type']).toBe('application/zip')
    const name = decodeURIComponent(String(headers['content-disposition']))
    expect(name).toMatch(/Документы .+ с 01\.11\.2026 по 30\.11\.2026\.zip$/)
  })

  test('marks a missing УПД in the register as expected from 1С', async () => {
    const { db } = test_.database
    await db.updateTable('sellers').set({ accounting_mode: '1c' }).where('id', '=', shop.sellerId).execute()
    expect((await filesOf(ask('?kind=shipment'))).register).toContain('Ожидается из 1С')
    await db.updateTable('sellers').set({ accounting_mode: 'portal' }).where('id', '=', shop.sellerId).execute()
    expect((await filesOf(ask('?kind=shipment'))).register).not.toContain('Ожидается из 1С')
  })

  test('numbers documents with equal names and lists failed ones in the register', async () => {
    const { db } = test_.database
    const row = await anotherShipment()
    const own = {
      ...row,
      number: '7/1',
      contractor_id: other.companyId,
      contract_id: other.contractId,
      consignee_id: other.consigneeId,
    }
    await db
      .insertInto('shipments')
      .values([shop.sellerId, other.sellerId].map((seller_id) => ({ ...own, seller_id })))
      .execute()
    const { names, register } = await filesOf(ask('', other.client))
    expect(names).toEqual(['Отгрузки/Ведомость 7-1.pdf', 'Отгрузки/Ведомость 7-1 (2).pdf', 'Реестр документов.xlsx'])
    expect(register).toContain('не всё: ')
    await db.deleteFrom('shipments').where('contractor_id', '=', other.companyId).execute()
  })

  test('for an employee without prices has no invoices, 1С files or sums', async () => {
    const { names, register } = await filesOf(ask('', await employee({ sees_prices: false })))
    expect(names.every((name) => !name.startsWith('Счета') && !name.startsWith('Для 1С'))).toBe(true)
    expect(names.some((name) => name.startsWith('Отгрузки'))).toBe(true)
    expect(register).not.toContain('Сумма')
  })

  test('for an employee with one consignee has only documents of that consignee', async () => {
    const { names } = await filesOf(ask('', await employee({}, [far])))
    expect(names.filter((name) => name.startsWith('Отгрузки'))).toHaveLength(1)
    expect(names.filter((name) => name.startsWith('Обращения'))).toHaveLength(0)
  })

  test('of a company is downloaded by staff', async () => {
    const { names } = await filesOf(ask(`?contractor_id=${shop.companyId}`, shop.manager))
    expect(names).toHaveLength(11)
  })

  test('is built one at a time per person', async () => {
    const replies = await Promise.all([ask(), ask()])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect((await ask('?kind=shipment')).statusCode).toBe(200)
  })
})

async function buildDocuments() {
  const { db } = test_.database
  shop = await buildShop(test_, { limit_kop: 100_000_000 })
  other = await buildShop(test_)
  far = (await buildConsignee(db, shop.companyId, { name: 'Дальняя точка' })).id
  const near = await buildReserved(test_, shop, [2])
  await invoiceOf(near.id)
  shipmentId = await buildShipment(db, near.id)
  const farOrder = await buildReserved(test_, shop, [1], far)
  await buildShipment(db, farOrder.id)
  await buildClaim(db, shipmentId, shop.admin.id)
}

const ask = (query = '', headers: Headers | object = shop.client) =>
  test_.app.inject({ url: `/api/v1/documents/archive${query}`, headers: { ...headers } })

const codeOf = async (reply: ReturnType<typeof ask>) => {
  const { statusCode, body } = await reply
  return [statusCode, (JSON.parse(body) as { code: string }).code]
}

async function filesOf(reply: ReturnType<typeof ask>) {
  const { statusCode, rawPayload } = await reply
  expect(statusCode).toBe(200)
  const files = unzipSync(rawPayload)
  const register = textOfFile(Buffer.from(files['Реестр документов.xlsx'] ?? []))
  return { names: Object.keys(files), files, register, bytes: rawPayload }
}

const employee = async (limits: EmployeeLimits, points: number[] = []) =>
  loginAs(test_, await buildEmployee(test_.database.db, shop.companyId, limits, points))

const invoiceOf = (orderId: number) =>
  test_.app.inject({
    method: 'POST',
    url: `/api/v1/orders/${orderId}/invoice`,
    headers: { ...shop.client, 'idempotency-key': crypto.randomUUID() },
  })

/** Copies the row of the shipment so that another one can be inserted. */
async function anotherShipment() {
  const { id: _, ...row } = await test_.database.db
    .selectFrom('shipments')
    .selectAll()
    .where('id', '=', shipmentId)
    .executeTakeFirstOrThrow()
  return row
}
