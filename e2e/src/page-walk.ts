import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectSoundInBothThemes, useBrowser, type Screen, type Visit } from './browser.ts'
import { nameOf, prepareWalk, walk, type DemoIds } from './walk.ts'
import { WALKS } from './walk.data.ts'

const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
const MESSAGE = '[data-severity], [role=alert]'
/** Replies of `refuseActs` and to an expired email link, which the browser logs too. */
const REFUSED = /503 \(Service Unavailable\)|410 \(Gone\)/

/** Opens nothing, and would make the page ignore the system's theme. */
const THEME = /^(Тёмная|Светлая) тема$/

/**
 * Tests every page of the walk on one screen, with every dialog, menu and message opened by its buttons. Desktop and
 * phone are separate files, so that they run in parallel.
 */
export function testPages(screen: Screen) {
  const visit = useBrowser()
  let found: DemoIds = {}
  beforeAll(async () => {
    found = await prepareWalk()
  })

  test(
    `every page of every role and what opens on it is accessible, logs no errors and fits, ${screen.width}`,
    { timeout: 3_600_000 },
    async () => {
      const pressed = new Set<string>()
      const faults: string[] = []
      const visitRefused = async (...as: Parameters<typeof visit>) => {
        const person = await visit(...as)
        await refuseActs(person.page)
        return person
      }
      for (const [who, paths] of WALKS)
        await walk(visitRefused, { screen, who, paths, found }, async (person, path) => {
          const where = `${nameOf(who)} ${path} ${screen.width}`
          await expectSoundInBothThemes(person, where, REFUSED).catch((fault: unknown) => faults.push(String(fault)))
          person.noise.length = 0
          await openAll(person, where, pressed, faults)
        })
      expect(faults).toEqual([])
    },
  )
}

const PROBLEM = {
  status: 503,
  code: 'service.unavailable',
  title: 'Сервис временно недоступен',
  detail: 'Сервис временно недоступен',
  errors: [],
  request_id: 'walk',
}

/** Refuses every action, so that refusal messages appear as well. */
async function refuseActs(page: Page) {
  await page.route('**/api/v1/**', (route) => {
    const request = route.request()
    if (request.method() === 'GET' || request.url().includes('/token/')) return route.fallback()
    const reply = { status: 503, contentType: 'application/problem+json', body: JSON.stringify(PROBLEM) }
    return route.fulfill(reply)
  })
}

interface Button {
  at: number
  name: string
}

/** Lists the buttons of the page; of similar rows only those of the first. */
const findButtons = (page: Page): Promise<Button[]> =>
  page.evaluate(() => {
    const isLikeTheFirst = (element: Element | null): boolean => {
      const row = element?.closest('tr, li, article, [role=row]')
      if (!row) return false
      const before = row.previousElementSibling
      return (before?.tagName === row.tagName && !!before.querySelector('button')) || isLikeTheFirst(row.parentElement)
    }
    const all = document.querySelectorAll<HTMLButtonElement>('main button, main [role=combobox], header button')
    return [...all].flatMap((button, at) => {
      button.dataset['at'] = String(at)
      const isShown = button.checkVisibility({ visibilityProperty: true }) && button.getBoundingClientRect().width > 1
      if (!isShown || button.disabled || isLikeTheFirst(button)) return []
      const labels = (button as { labels?: NodeListOf<HTMLLabelElement> }).labels
      const name = button.getAttribute('aria-label') ?? (button.textContent || labels?.[0]?.textContent || '')
      return [{ at, name: name.trim() }]
    })
  })

/** The code of a window is loaded over the network the first time. */
async function waitForOverlay(page: Page): Promise<boolean> {
  const opened = page.locator(OVERLAY).first()
  for (let left = 8; left > 0; left -= 1) {
    if (await opened.isVisible()) return true
    await page.waitForTimeout(50)
    if (left < 5 && (await page.evaluate(() => document.querySelector('[aria-busy=true]') === null))) break
  }
  return opened.isVisible()
}

async function restore(page: Page, address: string) {
  await page.goto(address, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.waitForFunction(() => !document.querySelector('.skeleton, .animate-spin, [aria-busy=true]'))
  await findButtons(page)
}

/**
 * Opens every dialog of one page, or reads the message of the refusal. Buttons with a name pressed before are skipped:
 * a calendar is the same on every page.
 */
async function openAll(person: Visit, where: string, pressed: Set<string>, faults: string[]) {
  const { page } = person
  const address = page.url()
  for (const { at, name } of await findButtons(page)) {
    const kind = name.replace(/[,:№].*/, '').replace(/\d+/g, '#')
    const button = page.locator(`[data-at="${at}"]`)
    if (THEME.test(name) || pressed.has(kind) || !(await button.isVisible())) continue
    pressed.add(kind)
    await button.click({ timeout: 1500 }).catch(() => undefined)
    const isOpen = await waitForOverlay(page)
    if (isOpen || (await page.locator(MESSAGE).count()) > 0) {
      await page
        .waitForFunction(() => !document.querySelector('.skeleton, [data-starting-style]'))
        .then(() => expectSoundInBothThemes(person, `${where} → ${name}`, REFUSED, isOpen ? OVERLAY : MESSAGE))
        .catch((fault: unknown) => faults.push(`${where} → ${name}: ${String(fault)}`))
      person.noise.length = 0
    }
    await page.keyboard.press('Escape')
    if (page.url() !== address || (await page.locator(OVERLAY).count()) > 0) await restore(page, address)
  }
}
