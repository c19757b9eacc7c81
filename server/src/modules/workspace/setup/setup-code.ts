import { hkdfSync, timingSafeEqual } from 'node:crypto'

/** Letters and digits that are not mistaken for each other. */
const SIGNS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 8

/**
 * Derives the code that proves access to the server while it has no accounts, the same on every server: eight signs of
 * 32, 40 bits.
 */
function setupCode(secret: string): string {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', 'setup code', LENGTH))
  return Array.from(bytes, (byte) => SIGNS[byte % SIGNS.length]).join('')
}

/** «K7WD-2FQX» */
export const shownSetupCode = (secret: string) => setupCode(secret).replace(/^.{4}/, '$&-')

export function isSetupCode(secret: string, typed: string): boolean {
  const [expected, given] = [Buffer.from(setupCode(secret)), Buffer.from(typed)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}
