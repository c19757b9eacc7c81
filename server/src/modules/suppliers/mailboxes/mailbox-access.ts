import { MailSecurity } from '@artikul/contract/suppliers/mailboxes'
import { sealingKeys, unseal, type SealingKeys } from '../../../platform/sealing.ts'
import type { MailboxRow } from './mailboxes.queries.ts'
import { MailboxRefused, type MailboxAccess } from './open-mailbox.ts'

/** Keys that passwords of mailboxes are sealed with. */
export const mailboxKeys = (secret: string, previous?: string): SealingKeys =>
  sealingKeys('mailbox password', secret, previous)

/** @throws MailboxRefused when the secret of the settings has changed without naming the one before */
export function accessOf(mailbox: MailboxRow, keys: SealingKeys): MailboxAccess {
  const { host, port, login, folder } = mailbox
  const password = unseal(keys, mailbox.password)
  if (!password) throw new MailboxRefused('Пароль сохранён с другим AUTH_SECRET: введите его снова')
  return { host, port, login, folder, security: MailSecurity.parse(mailbox.security), password: password.text }
}
