import { expect, test } from 'vitest'
import { chooseTheme, setTheme } from './theme.ts'

const isDark = () => document.documentElement.classList.contains('dark')

test('selected theme is stored, and the system theme is not', () => {
  chooseTheme('dark')
  expect([isDark(), localStorage.getItem('theme')]).toEqual([true, 'dark'])
  setTheme(false)
  expect([isDark(), localStorage.getItem('theme')]).toEqual([false, 'light'])
  chooseTheme('system')
  expect([isDark(), localStorage.getItem('theme')]).toEqual([matchMedia('(prefers-color-scheme: dark)').matches, null])
})
