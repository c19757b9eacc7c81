/** Built as a separate script that runs before the first paint, because the content policy forbids inline scripts. */
export function applySavedTheme() {
  let saved: string | null = null
  try {
    saved = localStorage.getItem('theme')
  } catch {
    // Storage may be forbidden; the system's theme applies.
  }
  const dark = saved ? saved === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
}

/**
 * Sets the configuration that zod reads on loading. Otherwise zod tests whether it may create functions from text, and
 * the content policy reports every test as a violation.
 */
export function parseWithoutEval() {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
}
