import { MailSecurity } from '@artikul/contract/suppliers/mailboxes'
import { encryptionKeys, decrypt, type EncryptionKeys } from '../../../platform/encryption.ts'
import type { MailboxRow } from './mailboxes.queries.ts'
import { MailboxRefused, type MailboxAccess } from './open-mailbox.ts'

/** Builds the keys that encrypt passwords of mailboxes. */
export const mailboxKeys = (secret: string, previous?: string): EncryptionKeys =>
  encryptionKeys('mailbox password', secret, previous)

/** @throws MailboxRefused when the secret in the settings was changed without providing the previous one */
export function mailboxAccessOf(mailbox: MailboxRow, keys: EncryptionKeys): MailboxAccess {
  const { host, port, login, folder } = mailbox
  const password = decrypt(keys, mailbox.password)
  if (!password) throw new MailboxRefused('Пароль сохранён с другим AUTH_SECRET: введите его снова')
  return { host, port, login, folder, security: MailSecurity.parse(mailbox.security), password: password.text }
}
