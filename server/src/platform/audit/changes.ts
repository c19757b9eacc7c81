import type { AuditItem } from '@artikul/contract/platform/audit'

/** What the journal calls a field of a thing, and how it writes it; an empty text is nothing. */
export type AuditedField<T> = readonly [title: string, text: (thing: T) => string | null]

/** What differs, field by field. Null: the thing was not there before, or is not there any more. */
export const changesBetween = <T>(
  fields: readonly AuditedField<T>[],
  before: T | null,
  after: T | null,
): AuditItem['changes'] =>
  fields.flatMap(([field, text]) => {
    const told = (thing: T | null) => (thing === null ? null : text(thing) || null)
    const [was, becomes] = [told(before), told(after)]
    return was === becomes ? [] : [{ field, before: was, after: becomes }]
  })
