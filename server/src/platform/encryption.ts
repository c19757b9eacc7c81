import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'

const NONCE = 12
const TAG = 16

/** Key for encryption, and those for decryption: the current one first. */
export interface EncryptionKeys {
  current: KeyObject
  all: readonly KeyObject[]
}

/** Derives the keys of one purpose from the current secret in the settings and the previous one. */
export function encryptionKeys(purpose: string, secret: string, previous?: string): EncryptionKeys {
  const derive = (from: string) => createSecretKey(Buffer.from(hkdfSync('sha256', from, '', purpose, 32)))
  const current = derive(secret)
  return { current, all: previous === undefined ? [current] : [current, derive(previous)] }
}

/** Encrypts a small secret for the database: AES-256-GCM, with nonce and tag in front. */
export function encrypt({ current }: EncryptionKeys, text: string): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', current, nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Decrypts a result of `seal` with any known secret; `isOld` when it was not the current one. Null when none fits. */
export function decrypt({ all }: EncryptionKeys, sealed: Buffer): { text: string; isOld: boolean } | null {
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
