import { createHash } from 'node:crypto'
import { z } from 'zod'
import { decrypt, encrypt, type EncryptionKeys } from '../../../../platform/encryption.ts'

/** Offer as a program saw it, sealed into its `itemKey`. */
const Item = z.object({
  offer_id: z.int(),
  contractor_id: z.int(),
  /** Price in kopecks; `null` when prices are hidden from the key. */
  price_kop: z.int().nullable(),
  expected_date: z.string(),
  guaranteed_date: z.string(),
  supplier_code: z.string(),
  brand: z.string(),
  number: z.string(),
  description: z.string(),
  packing: z.number(),
})
export type AbcpItem = z.infer<typeof Item>

export const sealItem = (keys: EncryptionKeys, item: AbcpItem): string =>
  encrypt(keys, JSON.stringify(item)).toString('base64url')

/** Opens an `itemKey` of the company; null for any other text. */
export function openItem(keys: EncryptionKeys, key: string, contractorId: number): AbcpItem | null {
  const opened = decrypt(keys, Buffer.from(key, 'base64url'))
  if (!opened) return null
  const item = Item.safeParse(JSON.parse(opened.text))
  return item.success && item.data.contractor_id === contractorId ? item.data : null
}

const CODE_RANGE = 1_000_000

/** Number of a warehouse for programs, which is the same in every search and reveals no id. */
export const supplierCodeOf = (warehouse: string): string =>
  String((createHash('sha256').update(warehouse).digest().readUInt32BE() % CODE_RANGE) + 1)
