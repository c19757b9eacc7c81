import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, onTestFailed } from 'vitest'
import { IS_VERIFY, reportMeasured } from '@artikul/server/figures'
import { photograph } from './contact-sheet.ts'
import { serverOrigin } from './own-server.ts'
import { closeCookieNotice, launchBrowser } from './signed-in.ts'

export { ACCOUNTS, APPLICANT, expectLoaded, PASSWORD, signIn, type Account } from './signed-in.ts'

const require = createRequire(import.meta.url)

export const SCREENS = [
  { name: '1440 light', width: 1440, height: 900, theme: 'light' },
  { name: '1440 dark', width: 1440, height: 900, theme: 'dark' },
  { name: '390 light', width: 390, height: 844, theme: 'light' },
  { name: '390 dark', width: 390, height: 844, theme: 'dark' },
] as const
const DESK = { width: 1440, screen: SCREENS[0] }
const PHONE = { width: 390, screen: SCREENS[2] }
/** Screens of a journey: a desktop, and under `npm run verify` also a phone. */
export const WIDTHS = IS_VERIFY ? [DESK, PHONE] : [DESK]
export type Screen = (typeof SCREENS)[number]

export interface Visit {
  page: Page
  origin: string
  /** Console errors and failed requests so far; must be empty at the end. */
  noise: string[]
  /** Opens another page of the same person, whose noise is recorded too. */
  newTab: () => Promise<Page>
  close: () => Promise<void>
}

/** Browser shared by all files of a worker; ends with the worker. */
let browser: Browser | undefined

/**
 * Opens a browser context per visit, on the file's server unless another origin is given. The cookie notice is closed
 * unless `isFirst`.
 */
export function useBrowser(originOf = serverOrigin) {
  beforeAll(async () => {
    if (!browser?.isConnected()) browser = await launchBrowser(inject('chromium'))
  })
  afterAll(async () => {
    for (const context of browser?.contexts() ?? []) await context.close()
  })
  return async (screen: Screen = SCREENS[0], { isFirst = false } = {}): Promise<Visit> => {
    if (!browser) throw new Error('the browser has not started yet')
    const context = await browser.newContext({
      viewport: { width: screen.width, height: screen.height },
      colorScheme: screen.theme,
      locale: 'ru-RU',
      acceptDownloads: true,
    })
    if (!isFirst) await closeCookieNotice(context)
    const noise: string[] = []
    const newTab = async () => {
      const page = await context.newPage()
      listen(page, noise)
      return page
    }
    onTestFailed(() => printPages(context.pages(), noise))
    return { page: await newTab(), origin: originOf(), noise, newTab, close: () => context.close() }
  }
}

const MAX_PRINTED_CHARS = 2000

/** Prints the address and the text of every open page when a test fails. */
async function printPages(pages: readonly Page[], noise: readonly string[]) {
  for (const page of pages) {
    const text = await page.evaluate(() => document.body.innerText).catch(String)
    process.stderr.write(`${page.url()}\n${text.slice(0, MAX_PRINTED_CHARS)}\n`)
  }
  for (const line of noise) process.stderr.write(`${line}\n`)
}

function listen(page: Page, noise: string[]) {
  page.setDefaultTimeout(10_000)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') noise.push(message.text())
  })
  page.on('pageerror', (error) => noise.push(error.message))
  // Leaving a page cancels its pending requests, which is not a failure.
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    if (reason !== 'net::ERR_ABORTED') noise.push(`${request.url()}: ${reason}`)
  })
}

/** Signs in through the login page and waits for the page that follows. */
export async function signInByForm({ page }: Pick<Visit, 'page'>, login: string, password: string) {
  await page.getByLabel('Электронная почта или логин').fill(login)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Follows a link within the page, without reloading the document. */
export const follow = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path)

/** Bound for a page of any size: axe needs seconds for the API description. */
const SETTLED_MS = 30_000
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8')

/** Rules of axe that a check runs. Another theme changes colours only, a narrower screen everything else. */
type Rules = 'all' | 'colours' | 'all-but-colours'
const RULES: Record<Rules, object> = {
  all: {},
  colours: { runOnly: ['color-contrast'] },
  'all-but-colours': { rules: { 'color-contrast': { enabled: false } } },
}
/** Contrast takes most of axe's time, so only `npm run verify` checks it. */
const DEFAULT_RULES = IS_VERIFY ? 'all' : 'all-but-colours'

/**
 * Runs axe (WCAG 2.2 A and AA, best practices) on the page in its current state.
 * @param within selector that limits the check to matching elements; the whole page when it matches none
 */
export async function expectAccessible(page: Page, where: string, rules: Rules = DEFAULT_RULES, within = 'html') {
  // A page still rendering has no heading, and rows about to be replaced are dimmed.
  await page.waitForFunction(
    () => document.querySelector('h1') !== null && !document.querySelector('table[aria-busy="true"]'),
  )
  // Contrast is checked on final colours.
  const hasAxe = await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    return 'axe' in window
  })
  // Uses the debugging protocol, because the page's own policy allows no foreign script.
  const session = await page.context().newCDPSession(page)
  if (!hasAxe) await session.send('Runtime.evaluate', { expression: axe })
  const findViolations = async (): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', {
      expression: `axe.run(document.querySelector(${JSON.stringify(within)}) ? ${JSON.stringify(within)} : 'html', ${JSON.stringify({ ...RULES[rules], resultTypes: ['violations'] })}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`,
      awaitPromise: true,
      returnByValue: true,
    })
    return result.value
  }
  // A page may still replace parts, such as its heading, when the awaited text already appears.
  await expect.poll(findViolations, { timeout: SETTLED_MS, interval: 250, message: where }).toEqual([])
  await session.detach()
}

/** Finds the control with exactly this label, which has a star when required. */
export const field = (scope: Page | Locator, label: string) =>
  scope.getByLabel(new RegExp(`^${label.replace(/[.,%()]/g, '\\$&')}( \\*)?$`))

/**
 * Checks the page in its current state: accessible, within the screen, and no console output besides what matches
 * `expectedNoise`.
 */
export async function expectSound(
  { page, noise }: Visit,
  where: string,
  expectedNoise?: RegExp,
  rules?: Rules,
  within?: string,
) {
  await expectNoSidewaysScroll(page, where)
  await expectAccessible(page, where, rules, within)
  expect(
    noise.filter((text) => !expectedNoise?.test(text)),
    where,
  ).toEqual([])
}

/** Measures how far visible content shifts while the page loads. */
export const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) sum += value
      }
      document.documentElement.dataset['shift'] = String(sum)
    }).observe({ type: 'layout-shift', buffered: true })
  })
/**
 * Reports the layout shift since `watchShifts`; `npm run verify` checks it against a limit (CLS 0.1 is «good», the
 * limit here is stricter).
 */
export async function reportShift(page: Page, item: 'journeys' | 'screens', where: string) {
  const shift = await page.evaluate(() => Number(document.documentElement.dataset['shift'] ?? 0))
  reportMeasured(item, { measured: `layout shift, ${where}`, value: shift * 1000, limit: 20, unit: '/1000' })
}

/** Upper bound of a phone's width. */
const NARROW = 700

/**
 * Checks the page in the light theme, and under `npm run verify` also the colours of both themes on a desktop, which
 * are the same on a phone.
 */
export async function expectSoundInBothThemes(person: Visit, where: string, expectedNoise?: RegExp, within?: string) {
  const isPhone = (person.page.viewportSize()?.width ?? 0) < NARROW
  if (isPhone || !IS_VERIFY) return expectSoundInTheme(person, 'light', where, 'all-but-colours', expectedNoise, within)
  await expectSoundInTheme(person, 'light', where, 'all', expectedNoise, within)
  await expectSoundInTheme(person, 'dark', where, 'colours', expectedNoise, within)
}

async function expectSoundInTheme(
  person: Visit,
  colorScheme: 'light' | 'dark',
  where: string,
  rules: Rules,
  expectedNoise?: RegExp,
  within?: string,
) {
  // The theme follows the system at once.
  await person.page.emulateMedia({ colorScheme })
  await person.page.waitForFunction(
    (theme) => document.documentElement.classList.contains('dark') === (theme === 'dark'),
    colorScheme,
  )
  await expectSound(person, `${where} ${colorScheme}`, expectedNoise, rules, within)
  await photograph(person.page, `${where} ${colorScheme}`)
}

/** Returns the innermost elements that exceed the edge of the window; empty when the page fits. */
export const overflowOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const hasMore = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || hasMore(element.parentElement))
    const over = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && !hasMore(element.parentElement),
    )
    const inner = over.filter((element) => !over.some((other) => other !== element && element.contains(other)))
    return inner.slice(0, 3).map((element) => `${element.tagName} ${element.textContent.slice(0, 30)}`)
  })

export const expectNoSidewaysScroll = async (page: Page, where: string) =>
  expect(await overflowOf(page), where).toEqual([])
