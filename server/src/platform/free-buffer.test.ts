import { expect, test } from 'vitest'
import { freeBuffer } from './free-buffer.ts'

test('buffer of its own is freed, one of the shared pool stays', () => {
  const own = Buffer.alloc(1_000_000)
  const [pooled, neighbour] = [Buffer.from('pooled'), Buffer.from('neighbour')]
  freeBuffer(own)
  freeBuffer(pooled)
  expect(own).toHaveLength(0)
  expect(neighbour.toString()).toBe('neighbour')
})
