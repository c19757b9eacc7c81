import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export interface Hasher {
  hash: (text: string) => string
  isHashOf: (stored: string, text: string) => boolean
}

interface HashSecrets {
  secret: string
  previous: string | undefined
}

/** Creates keyed hashes for one purpose; those of the previous secret are still recognised. */
export function createKeyedHasher(purpose: string, { secret, previous }: HashSecrets): Hasher {
  const hasherOf = (from: string) => {
    const key = Buffer.from(hkdfSync('sha256', from, '', purpose, 32))
    return (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  }
  const current = hasherOf(secret)
  const all = previous === undefined ? [current] : [current, hasherOf(previous)]
  return {
    hash: current,
    isHashOf: (stored, text) => all.some((hash) => isSame(stored, hash(text))),
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
