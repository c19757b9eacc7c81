import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'

const NONCE = 12
const TAG = 16

/** The key that seals, and those that still open: the current one first. */
export interface SealingKeys {
  current: KeyObject
  all: readonly KeyObject[]
}

/** Keys of one purpose, from the secret of the settings and the one that it has replaced. */
export function sealingKeys(purpose: string, secret: string, previous?: string): SealingKeys {
  const derive = (from: string) => createSecretKey(Buffer.from(hkdfSync('sha256', from, '', purpose, 32)))
  const current = derive(secret)
  return { current, all: previous === undefined ? [current] : [current, derive(previous)] }
}

/** Seals a small secret for the database: AES-256-GCM, nonce and tag in front. */
export function seal({ current }: SealingKeys, text: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', current, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/**
 * Opens what `seal` has sealed, with whichever known secret it was; `isOld` when it was not the current one.
 * Null when none fits.
 */
export function unseal({ all }: SealingKeys, sealed: Buffer): { text: string; isOld: boolean } | null {
  for (const [index, key] of all.entries()) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE))
      decipher.setAuthTag(sealed.subarray(NONCE, NONCE + TAG))
      const text = Buffer.concat([decipher.update(sealed.subarray(NONCE + TAG)), decipher.final()]).toString('utf8')
      return { text, isOld: index > 0 }
    } catch {
      continue
    }
  }
  return null
}
