import { useSyncExternalStore } from 'react'
import { recall, remember } from './storage.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'

const listeners = new Set<() => void>()
const notifyListeners = () => {
  for (const listener of listeners) listener()
}
const system = matchMedia('(prefers-color-scheme: dark)')
const isDark = () => document.documentElement.classList.contains('dark')

function saved(): ThemeChoice {
  const theme = recall('theme')
  return theme === 'dark' || theme === 'light' ? theme : 'system'
}

let choice = saved()

function apply() {
  const dark = choice === 'system' ? system.matches : choice === 'dark'
  document.documentElement.classList.toggle('dark', dark)
  document
    .querySelector<HTMLMetaElement>('meta[name="theme-color"]')
    ?.setAttribute('content', dark ? '#181b1f' : '#ffffff')
  notifyListeners()
}

export function chooseTheme(next: ThemeChoice) {
  choice = next
  remember('theme', next === 'system' ? null : next)
  apply()
}

export const setTheme = (dark: boolean) => chooseTheme(dark ? 'dark' : 'light')

const followSystem = () => {
  if (choice === 'system') apply()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) system.addEventListener('change', followSystem)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) system.removeEventListener('change', followSystem)
  }
}

export const useIsDark = () => useSyncExternalStore(subscribe, isDark)

export const useThemeChoice = () => useSyncExternalStore(subscribe, () => choice)
