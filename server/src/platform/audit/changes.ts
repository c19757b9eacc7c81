import type { AuditItem } from '@artikul/contract/platform/audit'

/** Name of a field in the journal with its formatter; an empty text is no value. */
export type AuditedField<T> = readonly [title: string, text: (thing: T) => string | null]

/** Lists the differences field by field. Null for an object that did not exist before, or does not exist any more. */
export const changesBetween = <T>(
  fields: readonly AuditedField<T>[],
  before: T | null,
  after: T | null,
): AuditItem['changes'] =>
  fields.flatMap(([field, text]) => {
    const textOf = (thing: T | null) => (thing === null ? null : text(thing) || null)
    const [was, becomes] = [textOf(before), textOf(after)]
    return was === becomes ? [] : [{ field, before: was, after: becomes }]
  })
