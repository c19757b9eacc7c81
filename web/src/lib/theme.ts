import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
const isDark = () => document.documentElement.classList.contains('dark')

export function setTheme(dark: boolean) {
  document.documentElement.classList.toggle('dark', dark)
  document
    .querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    ?.setAttribute('content', dark ? '#181b1f' : '#ffffff')
  try {
    localStorage.setItem('theme', dark ? 'dark' : 'light')
  } catch {
    // Storage may be forbidden; the choice then lasts until the page is closed.
  }
  for (const listener of listeners) listener()
}

export const useIsDark = () =>
  useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, isDark)
