import type { Receipt } from '@artikul/contract/purchasing/goods-receipts'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, json, problem } from '../../../testing/fake-server.ts'
import { renderPage } from '../../../testing/render-page.tsx'
import { signInAs } from '../../../testing/sign-in.ts'
import { ReceiptCount } from './receipt-count.tsx'

const SCAN = 'POST /api/v1/goods-receipts/7/scans'

beforeEach(() => signInAs({ roles: [{ name: 'ARTIKUL_ORDER_MANAGER' }], contractors: [], current_contractor_id: null }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Types the code and presses Enter without waiting for the server, as a scanner does. */
async function scan(code: string) {
  const input = await screen.findByRole('textbox', { name: 'Артикул или штрихкод' })
  fireEvent.change(input, { target: { value: code } })
  fireEvent.submit(input.closest('form') ?? input)
  return input
}

test('three fast scans of a code count three pieces, sent one after another', async () => {
  const answers: (() => void)[] = []
  let came = 0
  const server = fakeServer({
    [SCAN]: () =>
      new Promise((resolve) =>
        answers.push(() => resolve(json({ brand: 'BOSCH', article: 'A1', counted_qty: (came += 1), qty: 3 }))),
      ),
  })
  renderPage(() => <ReceiptCount receipt={RECEIPT} />, { path: '/goods-receipts/7' })
  for (let piece = 1; piece <= 3; piece += 1) {
    const input = await scan('A1')
    expect([document.activeElement, (input as HTMLInputElement).value]).toEqual([input, ''])
  }
  for (let piece = 1; piece <= 3; piece += 1) {
    await waitFor(() => expect(server.seen).toHaveLength(piece))
    answers.shift()?.()
    await screen.findByText(`BOSCH A1: ${piece} из 3`)
  }
  const keys = server.seen.map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(3)
})

test('unknown scanned code is reported although the next one is already on its way', async () => {
  let answer: () => void = () => undefined
  fakeServer({
    [SCAN]: ({ body }) =>
      (body as { code: string }).code === 'НЕТ'
        ? new Promise((resolve) => {
            answer = () => resolve(problem('not_found', { detail: 'Кода НЕТ нет ни в документе, ни в ожидаемом' }))
          })
        : json({ brand: 'BOSCH', article: 'A1', counted_qty: 1, qty: 3 }),
  })
  renderPage(() => <ReceiptCount receipt={RECEIPT} />, { path: '/goods-receipts/7' })
  await scan('НЕТ')
  await scan('A1')
  answer()
  await screen.findByText('BOSCH A1: 1 из 3')
  expect((await screen.findAllByText('Не учтено: НЕТ')).length).toBeGreaterThan(0)
})

test('counted line is deleted only after a confirmation, and an empty one at once', async () => {
  const line = {
    id: 9,
    position: 1,
    brand: 'BOSCH',
    article: 'A1',
    name: '',
    qty: 2,
    price_kop: null,
    counted_qty: 1,
    parts: [],
    surplus_qty: 0,
    is_known: true,
    is_stocked: false,
  }
  const lines = [line, { ...line, id: 10, article: 'A2', counted_qty: null }]
  const server = fakeServer({
    'DELETE /api/v1/goods-receipts/7/lines/9': () => json({}),
    'DELETE /api/v1/goods-receipts/7/lines/10': () => json({}),
  })
  renderPage(() => <ReceiptCount receipt={{ ...RECEIPT, lines_count: 2, counted_count: 1, lines }} />, {
    path: '/goods-receipts/7',
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Убрать строку: BOSCH A2' }))
  await waitFor(() => expect(server.keys()).toEqual(['DELETE /api/v1/goods-receipts/7/lines/10']))
  fireEvent.click(await screen.findByRole('button', { name: 'Убрать строку: BOSCH A1' }))
  await screen.findByText('BOSCH A1: сосчитано 1')
  expect(server.keys()).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Да' }))
  await waitFor(() => expect(server.keys()).toContain('DELETE /api/v1/goods-receipts/7/lines/9'))
})

const RECEIPT: Receipt = {
  id: 7,
  version: 1,
  source: { id: 3, name: 'Фары и щётки' },
  seller: 'ООО «Артикул»',
  number: 'УТ-1',
  made_on: '2026-11-17',
  state: 'draft',
  lines_count: 0,
  counted_count: 0,
  short_count: 0,
  surplus_count: 0,
  created_at: '2026-11-17T09:00:00.000Z',
  created_by: 'Иванов Иван Иванович',
  posted_at: null,
  posted_by: null,
  shortage: null,
  surplus_warehouse: null,
  cancel_reason: '',
  lines: [],
  warehouses: [],
}
