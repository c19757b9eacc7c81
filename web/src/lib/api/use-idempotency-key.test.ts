import { cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSendOnce } from './use-idempotency-key.ts'

afterEach(cleanup)

test('lost request keeps its idempotency key, and a repeated message gets a new one', async () => {
  const { result } = renderHook(() => useSendOnce())
  const keys: string[] = []
  const press = (arrives: boolean) =>
    result.current({ text: 'Да' }, (key) => {
      keys.push(key)
      return arrives ? Promise.resolve() : Promise.reject(new Error('lost'))
    })
  await expect(press(false)).rejects.toThrow('lost')
  await press(true)
  await press(true)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[1])
})
