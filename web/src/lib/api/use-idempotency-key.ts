import { useRef } from 'react'
import { newIdempotencyKey } from './idempotency-key.ts'

/** One key for one body: a repeated press or a lost answer never makes a second thing. */
export function useIdempotencyKey() {
  const last = useRef<{ body: string; key: string } | null>(null)
  return (body: object) => {
    const text = JSON.stringify(body)
    if (last.current?.body !== text) last.current = { body: text, key: newIdempotencyKey() }
    return last.current.key
  }
}

/** As `useIdempotencyKey`, for what may well be sent twice: once it has arrived, the same words again are a new thing. */
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
