import type { BrowserContext, Page } from 'playwright-core'

/** Lighthouse's phone: a processor four times slower. */
const SLOWER = 4
const SETTLED_MS = 600

interface Act {
  name: string
  run: (page: Page) => Promise<unknown>
}
interface Visited {
  path: string
  /** Waits until the page is usable. */
  ready: (page: Page) => Promise<unknown>
  acts: Act[]
}

const press = (name: string | RegExp, at = 0): Act => ({
  name: String(name),
  run: (page) => page.getByRole('button', { name }).nth(at).click(),
})
const open = (tab: string): Act => ({ name: tab, run: (page) => page.getByRole('tab', { name: tab }).click() })
const key = (name: string): Act => ({ name, run: (page) => page.keyboard.press(name) })

/** Main path by touch and keyboard, from the search to the orders. */
const PATH: readonly Visited[] = [
  {
    path: '/catalog?q=26300-35503',
    ready: (page) =>
      page
        .getByRole('button', { name: /^В корзину/ })
        .first()
        .waitFor(),
    acts: [
      press('Фильтры'),
      press('Фильтры'),
      press(/^Увеличить/),
      press(/^Увеличить/),
      press(/^В корзину/),
      {
        name: 'letters of an article',
        run: (page) => page.getByRole('combobox').first().pressSequentially('2630', { delay: 120 }),
      },
      key('Escape'),
    ],
  },
  {
    path: '/cart',
    ready: (page) =>
      page
        .getByRole('button', { name: /^Увеличить/ })
        .first()
        .waitFor(),
    acts: [
      press(/^Увеличить/),
      press(/^Уменьшить/),
      { name: 'row', run: (page) => page.getByRole('checkbox').nth(1).click() },
    ],
  },
  {
    path: '/orders',
    ready: (page) => page.getByRole('link', { name: /^№/ }).first().waitFor(),
    acts: [
      press('Фильтры'),
      press(/^В работе/),
      open('Строки'),
      open('Отгрузки'),
      press(/^Ещё/),
      key('Escape'),
      press(/^Уведомления/),
      key('Escape'),
    ],
  },
]

/**
 * Durations of the interactions since the previous call, as the browser measures them: from the event to the next
 * frame.
 */
const interactions = (page: Page) =>
  page.evaluate(() => {
    const seen = (window as unknown as { interactions: PerformanceEventTiming[] }).interactions
    const ofInteraction = seen.splice(0).filter((event) => 'interactionId' in event && event.interactionId !== 0)
    return ofInteraction.map(({ duration }) => duration)
  })

/**
 * Measures the longest interactions (INP, ms) of the main path on a phone with a slow processor; with few, the longest
 * counts.
 */
export async function measureInteractions(context: BrowserContext, origin: string) {
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    const kept: PerformanceEntry[] = []
    Object.assign(window, { interactions: kept })
    const observer = new PerformanceObserver((list) => kept.push(...list.getEntries()))
    observer.observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
  })
  const session = await context.newCDPSession(page)
  const found: { act: string; ms: number }[] = []
  for (const { path, ready, acts } of PATH) {
    await page.goto(origin + path)
    await ready(page)
    await page.waitForTimeout(2 * SETTLED_MS)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    for (const act of acts) {
      await act.run(page)
      await page.waitForTimeout(SETTLED_MS)
      found.push({ act: `${path} ${act.name}`, ms: Math.max(0, ...(await interactions(page))) })
    }
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
  await page.close()
  return found.toSorted((a, b) => b.ms - a.ms)
}
