import { useRef } from 'react'
import { newIdempotencyKey } from './idempotency-key.ts'

/** Returns one key per body, so that a repeated press or a lost reply never creates a second object. */
export function useIdempotencyKey() {
  const last = useRef<{ body: string; key: string } | null>(null)
  return (body: object) => {
    const text = JSON.stringify(body)
    if (last.current?.body !== text) last.current = { body: text, key: newIdempotencyKey() }
    return last.current.key
  }
}

/** Same as `useIdempotencyKey`, for bodies that may legitimately repeat: a new key follows every success. */
export function useSendOnce() {
  const last = useRef<{ body: string; key: string } | null>(null)
  return async <T>(body: object, send: (key: string) => Promise<T>): Promise<T> => {
    const text = JSON.stringify(body)
    const now = last.current?.body === text ? last.current : { body: text, key: newIdempotencyKey() }
    last.current = now
    const sent = await send(now.key)
    if (last.current === now) last.current = null
    return sent
  }
}
