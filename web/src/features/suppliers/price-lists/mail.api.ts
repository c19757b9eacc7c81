import { mailboxRoutes } from '@artikul/contract/suppliers/mailboxes'
import { query } from '../../../lib/api/query.ts'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'

const REFUSAL_MS = 8000
/** Polling interval: mailboxes are read in the background. */
export const MAIL_POLL_MS = 3000

export const mailboxesQuery = query(
  mailboxRoutes.list,
  {},
  { select: ({ results }) => results, refetchInterval: MAIL_POLL_MS },
)

export const MAIL_KEYS: readonly KeyPrefix[] = ['mailboxes', 'mail-rules', 'unmatched-emails']

/** Settings of a change whose refusal no form displays: «Правило не удалено». */
export const mailChange = (refused: string) => ({
  invalidates: MAIL_KEYS,
  onError: toastRefusal(refused, REFUSAL_MS),
})
