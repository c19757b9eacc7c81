import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { send, useTestApp } from '../../../testing/test-app.ts'
import { buildShop } from '../../fulfilment/shipments/shipments.factory.ts'

const INVOICES = 200
const CLERKS = 16

const test_ = useTestApp()

test('invoice numbers of each year run from one without gaps, for 200 concurrent invoices', async () => {
  test_.clock.set('2026-12-31T20:59:00Z')
  const { client, contractId } = await buildShop(test_)
  const ask = { kind: 'advance', contract_id: contractId, sum_kop: 5000, purpose: '' }
  const payload = { ask, shown: [5000], replaces_id: null, draft_id: null }
  let left = INVOICES
  const clerk = async () => {
    while (left > 0) {
      left -= 1
      // Midnight in Moscow passes while sixteen invoices are being issued.
      if (left === INVOICES / 2) test_.clock.set('2026-12-31T21:00:00Z')
      const headers = { ...client, 'idempotency-key': crypto.randomUUID() }
      const { status, text } = await send(test_, { method: 'POST', url: '/api/v1/invoices', headers, payload })
      expect(status, text).toBe(201)
    }
  }
  await Promise.all(Array.from({ length: CLERKS }, clerk))
  const { rows } = await sql<{ year: number; number: string }>`
    select extract(year from issued_at at time zone 'Europe/Moscow')::integer as year, number from invoices
    where contract_id = ${contractId} order by id`.execute(test_.database.forTenant('any'))
  expect(rows).toHaveLength(INVOICES)
  for (const year of [2026, 2027]) {
    const numbers = rows.flatMap((row) => (row.year === year ? [Number(row.number.slice(-6))] : []))
    expect(numbers.length).toBeGreaterThan(INVOICES / 2 - 2 * CLERKS)
    expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, at) => at + 1))
  }
}, 60_000)
