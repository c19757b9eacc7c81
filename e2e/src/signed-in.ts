import { chromium, type BrowserContext, type Page } from 'playwright-core'

const BROWSER_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts the browser with a UTF-8 locale, without which it names every file with Cyrillic letters «download».
 * @param path of the browser; empty for Playwright's own build
 */
export const launchBrowser = (path: string) =>
  chromium.launch({
    args: BROWSER_ARGS,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
    ...(path !== '' && { executablePath: path }),
  })

export const ACCOUNTS = {
  ContractorAdmin: 'admin@client.test',
  ContractorUser: 'user@client.test',
  ArtikulOrderManager: 'orders@artikul.test',
  ArtikulWarrantyManager: 'warranty@artikul.test',
} as const
export type Account = keyof typeof ACCOUNTS
export const PASSWORD = 'Artikul-Demo-2026'

/** Administrator of a company that awaits approval. */
export const APPLICANT = { login: 'admin@master.test', password: PASSWORD }

/** Marks the cookie notice as read. */
export const closeCookieNotice = (context: BrowserContext) =>
  context.addInitScript(() => {
    try {
      localStorage.setItem('cookies-read', JSON.stringify({ shape: 1, value: new Date().toISOString() }))
    } catch {
      // A page without an origin stores nothing.
    }
  })

interface Seat {
  page: Page
  origin: string
}

/** Opens a signed-in visit without the login page, as a person of the demonstration or one created for the test. */
export async function signIn(
  { page, origin }: Seat,
  who: Account | { login: string; password: string },
  { isNewcomer = false } = {},
) {
  const credentials = typeof who === 'string' ? { login: ACCOUNTS[who], password: PASSWORD } : who
  const context: BrowserContext = page.context()
  const reply = await context.request.post(`${origin}/api/v1/token/pair`, {
    data: { login: credentials.login, password: credentials.password },
  })
  const { access_token } = (await reply.json()) as { access_token: string }
  if (!isNewcomer)
    await context.request.post(`${origin}/api/v1/user/tour`, { headers: { authorization: `Bearer ${access_token}` } })
  const claims = Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString()
  const { group } = JSON.parse(claims) as { group: string }
  const cookies = { access_token, is_authenticated: 'true', user_group: group }
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: origin })))
}

/** Waits until the page has its heading and everything that it requested. */
export async function expectLoaded(page: Page, heading?: string | RegExp) {
  await page
    .getByRole('heading', { level: 1, ...(heading !== undefined && { name: heading }) })
    .first()
    .waitFor()
  await page.waitForFunction(() => !document.querySelector('.skeleton, .animate-spin, [aria-busy=true]'))
}
