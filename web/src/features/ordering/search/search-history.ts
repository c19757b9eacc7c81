import { useMemo, useSyncExternalStore } from 'react'
import { onRemembered, recall, remember } from '../../../lib/browser/storage.ts'

const KEY = 'search_history'
const LIMIT = 50

function listOf(written: string | null): string[] {
  try {
    const saved: unknown = JSON.parse(written ?? '[]')
    return Array.isArray(saved) ? saved.filter((item) => typeof item === 'string').slice(0, LIMIT) : []
  } catch {
    return []
  }
}

export const readSearches = () => listOf(recall(KEY))

/** Recent searches, updated on every change. */
export function useSearches(): string[] {
  const written = useSyncExternalStore(onRemembered, () => recall(KEY))
  return useMemo(() => listOf(written), [written])
}

/** Stores a search as the newest, without duplicates. */
export function rememberSearch(text: string) {
  const next = [text, ...readSearches().filter((item) => item.toLowerCase() !== text.toLowerCase())].slice(0, LIMIT)
  remember(KEY, JSON.stringify(next))
}

export const clearSearches = () => remember(KEY, null)
