import type { DebtsReport } from '@artikul/contract/analytics/sales'
import { expect, test } from 'vitest'
import { runJob, send, useTestApp } from '../../../testing/test-app.ts'
import { buildShop } from '../../fulfilment/shipments/shipments.factory.ts'

const test_ = useTestApp()

test('debts are what is left unpaid by age, oldest paid first', async () => {
  const shop = await buildShop(test_)
  const dayAgo = (days: number) => new Date(Date.parse('2026-11-17') - days * 86_400_000).toISOString().slice(0, 10)
  const entry = {
    ...{ contract_id: shop.contractId, contractor_id: shop.companyId, seller_id: shop.sellerId, kind: 'opening' },
    ...{ day: '2026-08-01', actor_id: shop.admin.id, subject_id: shop.admin.id, created_at: test_.clock.now() },
  }
  // Due today is not overdue. The payment settles the oldest debt and a half of the next.
  const debts = [0, 1, 8, 31, 61, 91].map((late, at) => ({
    ...{ ...entry, number: String(at), due_on: dayAgo(late), debit_kop: 1000_00 * (at + 1), credit_kop: 0 },
  }))
  const payment = { ...entry, number: '9', due_on: null, debit_kop: 0, credit_kop: 6000_00 + 2500_00 }
  await test_.database.db
    .insertInto('ledger_entries')
    .values([...debts, payment])
    .execute()
  await runJob(test_.app, 'sales_figures')
  const { json } = await send<DebtsReport>(test_, { url: '/api/v1/analytics/debts', headers: shop.manager })
  const ages = {
    ...{ not_due_kop: 1000_00, to_7_kop: 2000_00, to_30_kop: 3000_00, to_60_kop: 4000_00 },
    ...{ to_90_kop: 2500_00, over_90_kop: 0, total_kop: 12_500_00 },
  }
  expect(json).toMatchObject({ totals: ages, rows: [{ id: shop.companyId, ...ages, oldest_due_on: dayAgo(61) }] })
  const file = await send<never>(test_, { url: '/api/v1/analytics/debts/file', headers: shop.manager })
  expect(file.headers['content-type']).toContain('spreadsheetml')
})
