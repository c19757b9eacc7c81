import type { AuditItem } from '@artikul/contract/platform/audit'

/** Acts whose words name the person they are about: his account, what he signs in with, what he is written to. */
const OF_PERSONS = /^(user|email|password|second_factor|impersonation|sign_in|personal_data)\./

export const isOfPerson = (event: string): boolean => OF_PERSONS.test(event)

/** Fields that say who somebody is; roles, companies and limits do not. */
const PERSONAL = new Set(['Имя', 'Почта', 'Почта, ждёт подтверждения', 'Телефон'])
const GONE = 'обезличено'

interface Erased {
  isActorErased: boolean
  /** The person whom the row is about. */
  isErased: boolean
}

/**
 * The row as it is read once its person was erased. The journal itself cannot be changed, so whoever reads it is not told
 * any more what he was called, and from where he acted.
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
