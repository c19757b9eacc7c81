import type { AuditItem } from '@artikul/contract/platform/audit'

/** Events whose texts identify their person: account, credentials, email addresses. */
const OF_PERSONS = /^(user|email|password|second_factor|impersonation|sign_in|personal_data)\./

export const isOfPerson = (event: string): boolean => OF_PERSONS.test(event)

/** Fields that identify a person; roles, companies and limits do not. */
const PERSONAL = new Set(['Имя', 'Почта', 'Почта, ждёт подтверждения', 'Телефон'])
const GONE = 'обезличено'

interface Erased {
  isActorErased: boolean
  /** True when the person of the row was erased. */
  isErased: boolean
}

/**
 * Hides the identity and network address of an erased person in a row. The journal itself is immutable, so readers see
 * the redacted row.
 */
export function withoutPersons(row: AuditItem, { isActorErased, isErased }: Erased): AuditItem {
  const address = isActorErased ? '' : row.address
  if (!isErased || !isOfPerson(row.event)) return { ...row, address }
  const hidden = (value: string | null) => value && GONE
  return {
    ...row,
    address,
    object: row.subject?.name ?? '',
    changes: row.changes.map((change) =>
      PERSONAL.has(change.field) ? { ...change, before: hidden(change.before), after: hidden(change.after) } : change,
    ),
  }
}
