import { useSyncExternalStore } from 'react'
import { onRemembered, recall, remember } from './storage.ts'

/**
 * Values of one shape, stored in this browser by name.
 *
 * @param shape number of the shape, which changes with it: values of another shape are ignored
 */
export function storedValues<T>(shape: number) {
  const known = new Map<string, { text: string; value: T | null }>()
  /** Returns the same object as long as nothing changed. */
  const read = (name: string): T | null => {
    const text = recall(name)
    if (text === null) return null
    const before = known.get(name)
    if (before?.text === text) return before.value
    const value = valueIn(text, shape) as T | null
    known.set(name, { text, value })
    return value
  }
  return {
    read,
    write: (name: string, value: T | null) => remember(name, value === null ? null : JSON.stringify({ shape, value })),
    useValue: (name: string) => useSyncExternalStore(onRemembered, () => read(name)),
  }
}

function valueIn(text: string, shape: number): unknown {
  try {
    const kept = JSON.parse(text) as { shape?: number; value?: unknown } | null
    return kept?.shape === shape ? kept.value : null
  } catch {
    return null
  }
}
