import { describe, expect, test, vi } from 'vitest'
import { processBatch, processEach } from './process-each.ts'

const refuse = (faulty: number) => async (items: readonly number[]) => {
  if (items.includes(faulty)) throw new Error(`item ${faulty}`)
}

describe('processEach', () => {
  test('processes the other items of a faulty one and throws its error at the end', async () => {
    const work = vi.fn((item: number) => refuse(1)([item]))
    await expect(processEach([1, 2, 3], work)).rejects.toThrow('item 1')
    expect(work.mock.calls.flat()).toEqual([1, 2, 3])
  })

  test('ends at once when the connection is lost or the server stops', async () => {
    const lost = vi.fn(() => Promise.reject(Object.assign(new Error('terminated'), { code: '57P01' })))
    await expect(processEach([1, 2], lost)).rejects.toThrow('terminated')
    expect(lost).toHaveBeenCalledTimes(1)
    const work = vi.fn(async () => undefined)
    await processEach([1, 2], work, AbortSignal.abort())
    expect(work).not.toHaveBeenCalled()
  })
})

test('processBatch repeats a failed batch one by one, so that only the faulty item fails', async () => {
  const work = vi.fn(refuse(2))
  await expect(processBatch([1, 2, 3], work)).rejects.toThrow('item 2')
  expect(work.mock.calls.map(([items]) => items)).toEqual([[1, 2, 3], [1], [2], [3]])
})
