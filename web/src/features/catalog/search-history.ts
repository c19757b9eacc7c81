const KEY = 'search_history'
const LIMIT = 50

export function readSearches(): string[] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(saved) ? saved.filter((item) => typeof item === 'string').slice(0, LIMIT) : []
  } catch {
    return []
  }
}

/** The newest first, each once. */
export function rememberSearch(text: string) {
  const next = [text, ...readSearches().filter((item) => item.toLowerCase() !== text.toLowerCase())].slice(0, LIMIT)
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // Storage may be forbidden; the search itself does not depend on it.
  }
}

export function forgetSearches() {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}
