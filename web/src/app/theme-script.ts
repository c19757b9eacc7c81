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

/**
 * zod tries whether it may make functions of text, and the content policy, which forbids it, tells of every try. What is
 * set here it reads when it is loaded.
 */
export function parseWithoutEval() {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
}
