import { useSyncExternalStore } from 'react'
import { onRemembered, recall, remember } from './remembered.ts'

/**
 * Values of one shape kept in this browser under names; what does not fit the shape is as if it were not there.
 *
 * @param fitting what was kept, when it is of that shape
 */
export function rememberedValues<T>(fitting: (kept: unknown) => T | null | undefined) {
  const known = new Map<string, { text: string; value: T | null }>()
  /** The same object as long as nothing has changed. */
  const read = (name: string): T | null => {
    const text = recall(name)
    if (text === null) return null
    const before = known.get(name)
    if (before?.text === text) return before.value
    const value = parsed(text, fitting)
    known.set(name, { text, value })
    return value
  }
  return {
    read,
    write: (name: string, value: T | null) => remember(name, value === null ? null : JSON.stringify(value)),
    useValue: (name: string) => useSyncExternalStore(onRemembered, () => read(name)),
  }
}

function parsed<T>(text: string, fitting: (kept: unknown) => T | null | undefined): T | null {
  try {
    return fitting(JSON.parse(text)) ?? null
  } catch {
    return null
  }
}
