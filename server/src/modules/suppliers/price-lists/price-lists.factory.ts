import type { PriceImport, PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import { expect } from 'vitest'
import { runJob, send, type TestApp } from '../../../testing/test-app.ts'

type Headers = { authorization: string }
type Problem = { code: string; detail: string; errors: { path: string; message: string }[] }

const URL = '/api/v1/price-imports'

/** HTTP calls of a manager who administers price lists. */
export function priceListDesk(test_: TestApp, headersOf: () => Headers) {
  const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object) =>
    send<PriceImportDetails & Problem>(test_, {
      method,
      url: `${URL}${path}`,
      headers: headersOf(),
      ...(payload && { payload }),
    })
  const upload = (warehouseId: number, content: string | Buffer, query = '', name = 'price.csv') =>
    send<PriceImportDetails & Problem>(test_, {
      method: 'POST',
      url: `${URL}?name=${encodeURIComponent(name)}&warehouse_id=${warehouseId}${query}`,
      headers: { ...headersOf(), 'content-type': 'application/octet-stream' },
      payload: Buffer.from(content),
    })
  const get = async (id: number) => (await ask('GET', `/${id}`)).json
  /** Runs the queue until the import requires a person or has ended. */
  const settled = async (id: number) => {
    await runJob(test_.app, 'price_imports')
    await expect.poll(async () => (await get(id)).state, { timeout: 60_000 }).not.toMatch(/queued|running/)
    return get(id)
  }
  const act = (id: number, name: string, payload: object = {}) => ask('POST', `/${id}/${name}`, payload)
  const run = async (id: number, name: 'start' | 'approve', payload: object = {}) => {
    const { status } = await act(id, name, payload)
    expect(status).toBe(200)
    return settled(id)
  }
  return {
    ask,
    upload,
    get,
    act,
    settled,
    check: (id: number) => run(id, 'start', { is_check: true }),
    apply: (id: number) => run(id, 'start', { is_check: false }),
    approve: (id: number, payload: { keep_missing?: boolean } = {}) => run(id, 'approve', payload),
    /** Uploads a file and imports it unless it raises doubts. */
    load: async (warehouseId: number, content: string) => {
      const { json } = await upload(warehouseId, content)
      return run(json.id, 'start', { is_check: false })
    },
    list: async (query = '') =>
      (await send<{ results: PriceImport[] }>(test_, { url: `${URL}?${query}`, headers: headersOf() })).json.results,
  }
}
