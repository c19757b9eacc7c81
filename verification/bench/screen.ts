import type { Sql } from '@artikul/server/db'
import { chromium, type Page } from 'playwright-core'
import type { Result } from './run.ts'
import { startProcess } from './measure/server-process.ts'
import { openTrade, sizeOfArguments } from './data/trade.ts'
import { BENCH_PASSWORD } from './data/trade-data.ts'
import { askedProducts, strideOver, type TradeSize } from './data/trade-shape.ts'

const ITEMS = Number(process.env['BENCH_ITEMS'] ?? 1_000_000)
const SEARCHES = 30
/** Suggestions start at the third sign. */
const TYPED = 3
const LIST_ROWS = 500
const LONGEST_TASK_MS = 50
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']

/** Articles of one maker that are available, so that the result is always a table of offers. */
async function articles(sql: Sql, size: TradeSize, count: number) {
  const ids = askedProducts(size, count * 4)
  const stride = strideOver(ids.length)
  const chosen = [...new Set(ids.map((_, n) => ids[(n * stride) % ids.length] ?? 0))].slice(0, count)
  return sql<{ article: string; brand: string }[]>`
    select article, brands.name as brand from products join brands on brands.id = brand_id
    where products.id = any(${chosen})
      and article ~ '^[0-9A-Za-z]{3}' and exists (select from offers where product_id = products.id and on_hand > reserved)
      and not exists (select from products twin where twin.article_key = products.article_key and twin.id <> products.id)`
}

const rankOf = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
const rounded = (values: readonly number[]) => ({
  median: Math.round(rankOf(values, 0.5)),
  p90: Math.round(rankOf(values, 0.9)),
  worst: Math.round(Math.max(...values)),
})

/** Measures the time from the action until the page shows its result, by the page's own clock. */
async function until(page: Page, selector: string, act: () => Promise<void>): Promise<number> {
  const shown = page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector(wanted)) resolve(performance.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    selector,
  )
  const started = await page.evaluate(() => performance.now())
  await act()
  return (await shown) - started
}

/**
 * Measures each article on a freshly loaded page whose code has not run, and another on the same page, as in normal
 * use.
 */
async function measureSearches(page: Page, origin: string, parts: readonly { article: string }[]) {
  const suggested: number[] = []
  const fresh: number[] = []
  const inUse: number[] = []
  await page.goto(`${origin}/catalog`)
  const box = page.getByRole('combobox', { name: 'Поиск запчастей' })
  const search = async (article: string) => {
    await box.fill(article)
    // Excludes rows of the previous result.
    await page.evaluate(() => {
      for (const row of document.querySelectorAll('[data-offer]')) row.setAttribute('data-before', '')
    })
    return until(page, '[data-offer]:not([data-before])', () => box.press('Enter'))
  }
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [first, second] = [parts[at]?.article ?? '', parts[at + 1]?.article ?? '']
    // Clears earlier searches, which would be suggested at once.
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${origin}/catalog`)
    await box.waitFor()
    await box.fill(first.slice(0, TYPED - 1))
    await page.waitForTimeout(300)
    suggested.push(await until(page, '[role=option]', () => box.pressSequentially(first.slice(TYPED - 1, TYPED))))
    fresh.push(await search(first))
    inUse.push(await search(second))
  }
  return { suggested: rounded(suggested), answered: rounded(inUse), answered_on_fresh_page: rounded(fresh) }
}

/** Measures the longest task while a list of five hundred rows is scrolled by wheel. */
async function measureScrolling(page: Page, origin: string, rows: readonly { article: string; brand: string }[]) {
  await page.goto(`${origin}/search-by-document`)
  const file = rows.map(({ brand, article }) => `${brand};${article};2\n`).join('')
  const buffer = Buffer.from(`Производитель;Артикул;Кол-во\n${file}`)
  await page.locator('input[type=file]').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('list', { name: 'Строки списка' }).getByRole('listitem').first().waitFor()
  await page.getByRole('button', { name: `Все ${rows.length}` }).waitFor()
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  await page.mouse.move(600, 600)
  for (let turn = 0; turn < 120; turn++) {
    await page.mouse.wheel(0, 400)
    await page.waitForTimeout(16)
  }
  const tasks = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
  const scrolled = await page.evaluate(() => scrollY)
  return {
    scrolled,
    long_tasks: tasks.filter((ms) => ms > LONGEST_TASK_MS).length,
    longest: Math.round(Math.max(0, ...tasks)),
  }
}

/** Measures typing, searching and scrolling in Chromium over a full-size catalogue. */
export async function run(args: string[]): Promise<Result> {
  const size = sizeOfArguments(args, ITEMS)
  const bench = await openTrade(size, { log: (line) => console.error(line) })
  const env = { DATABASE_URL: bench.url, AUTH_SECRET: 'a secret of the benchmark, long enough', DEMO_DATA: 'off' }
  const server = await startProcess('server/src/start.ts', { port: 3906, ready: '/health/ready', env })
  const browser = await chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ARGS })
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    await page.goto(`${server.origin}/login`)
    await page.getByLabel('Электронная почта или логин').fill('buyer1')
    await page.locator('input[type=password]').fill(BENCH_PASSWORD)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.pathname !== '/login')
    const parts = await articles(bench.database.sql, size, LIST_ROWS)
    const searches = await measureSearches(page, server.origin, parts.slice(0, SEARCHES * 2))
    const scrolling = await measureScrolling(page, server.origin, parts)
    return {
      name: 'screen',
      figure: searches.answered.median,
      unit: 'ms from Enter to the answer on the screen',
      baseline: 250,
      ratio: Math.round((searches.answered.median / 250) * 100) / 100,
      items: size.items,
      ...searches,
      scrolling,
    }
  } finally {
    await browser.close()
    await server.stop()
    await bench.close()
  }
}
