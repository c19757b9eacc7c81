import { AdapterSettings } from '@artikul/contract/suppliers/online-suppliers'
import { encryptionKeys, decrypt, type EncryptionKeys } from '../../../platform/encryption.ts'
import type { SupplierCredentials } from './querying/adapter.ts'
import { SupplierFailed } from './querying/transport.ts'

/** Builds the keys that encrypt passwords of online suppliers. */
export const supplierKeys = (secret: string, previous?: string): EncryptionKeys =>
  encryptionKeys('online supplier password', secret, previous)

/** Settings written by the contract; those of an older version are empty. */
export const adapterSettingsOf = ({ settings }: { settings: unknown }): AdapterSettings =>
  AdapterSettings.safeParse(settings).data ?? {}

/** @throws SupplierFailed when the secret in the settings was changed without providing the previous one */
export function credentialsOf(
  kept: { url: string; login: string; secret: Buffer; settings: unknown },
  keys: EncryptionKeys,
): SupplierCredentials {
  const secret = decrypt(keys, kept.secret)
  if (!secret) throw new SupplierFailed('Пароль сохранён с другим AUTH_SECRET: введите его снова')
  return { url: kept.url, login: kept.login, secret: secret.text, settings: adapterSettingsOf(kept) }
}
