import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import { onRemembered, recall, remember } from './remembered.ts'

/** Values of one shape kept in this browser under names; what does not fit the shape is as if it were not there. */
export function rememberedValues<T>(schema: z.ZodType<T>) {
  const known = new Map<string, { text: string; value: T | null }>()
  /** The same object as long as nothing has changed. */
  const read = (name: string): T | null => {
    const text = recall(name)
    if (text === null) return null
    const before = known.get(name)
    if (before?.text === text) return before.value
    const value = parsed(schema, text)
    known.set(name, { text, value })
    return value
  }
  return {
    read,
    write: (name: string, value: T | null) => remember(name, value === null ? null : JSON.stringify(value)),
    useValue: (name: string) => useSyncExternalStore(onRemembered, () => read(name)),
  }
}

function parsed<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
