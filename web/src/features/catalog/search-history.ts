import { recall, remember } from '../../lib/remembered.ts'

const KEY = 'search_history'
const LIMIT = 50

export function readSearches(): string[] {
  try {
    const saved: unknown = JSON.parse(recall(KEY) ?? '[]')
    return Array.isArray(saved) ? saved.filter((item) => typeof item === 'string').slice(0, LIMIT) : []
  } catch {
    return []
  }
}

/** The newest first, each once. */
export function rememberSearch(text: string) {
  const next = [text, ...readSearches().filter((item) => item.toLowerCase() !== text.toLowerCase())].slice(0, LIMIT)
  remember(KEY, JSON.stringify(next))
}

export const forgetSearches = () => remember(KEY, null)
