/** The six cookies that the web client writes; the refresh cookie belongs to the server and is invisible here. */
const COOKIE_LIFE = {
  access_token: 10 * 60,
  access_token_impersonate: 10 * 60,
  is_authenticated: 30 * 24 * 3600,
  user_group: 30 * 24 * 3600,
  is_impersonated: 30 * 24 * 3600,
  page_size: 30 * 24 * 3600,
} as const

type CookieName = keyof typeof COOKIE_LIFE

export function readCookie(name: CookieName): string | null {
  for (const pair of document.cookie.split('; ')) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at) === name) return decodeURIComponent(pair.slice(at + 1)) || null
  }
  return null
}

function write(name: CookieName, value: string, maxAge: number) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`
}

export const writeCookie = (name: CookieName, value: string) => write(name, value, COOKIE_LIFE[name])

export const removeCookie = (name: CookieName) => write(name, '', 0)
