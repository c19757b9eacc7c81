/** Choices stored in this browser. Without storage they last until the page is closed. */
const unsaved = new Map<string, string | null>()
const listeners = new Set<() => void>()

export function recall(name: string): string | null {
  const own = unsaved.get(name)
  if (own !== undefined) return own
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function remember(name: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
    unsaved.delete(name)
  } catch {
    unsaved.set(name, text)
  }
  for (const listener of listeners) listener()
}

/** Notifies the listener of changes in this and other tabs; returns the unsubscribe function. */
export function onRemembered(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
