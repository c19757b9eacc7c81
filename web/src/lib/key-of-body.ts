import { useRef } from 'react'
import { newIdempotencyKey } from './idempotency-key.ts'

/** One key for one body: a repeated press or a lost answer never makes a second thing. */
export function useKeyOfBody() {
  const last = useRef<{ body: string; key: string } | null>(null)
  return (body: object) => {
    const text = JSON.stringify(body)
    if (last.current?.body !== text) last.current = { body: text, key: newIdempotencyKey() }
    return last.current.key
  }
}
