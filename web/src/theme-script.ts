/** Becomes a script of its own that runs before the first paint: the content policy allows no inline one. */
export function applySavedTheme() {
  let saved: string | null = null
  try {
    saved = localStorage.getItem('theme')
  } catch {
    // Storage may be forbidden; the system's choice stands.
  }
  const dark = saved ? saved === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
}
