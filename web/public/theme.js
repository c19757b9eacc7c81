// Runs before the first paint: the content policy allows no inline script.
try {
  const saved = localStorage.getItem('theme')
  const dark = saved ? saved === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
} catch {
  // Storage may be forbidden; the light theme stands.
}
