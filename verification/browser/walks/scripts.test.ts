import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expectLoaded, useBrowser } from '../../../e2e/src/browser.ts'

const visit = useBrowser()

const BUILT = join(import.meta.dirname, '../../../web/dist/assets')

/** Pause in the network after which a page has loaded. */
const QUIET_MS = 500

/** Scripts that render a document of their own, and the worker, whose content policy differs. */
const STARTERS = /^(index|map-frame|offline|barcode-worker)-/

test('every script of the build runs without an error', async () => {
  const scripts = readdirSync(BUILT).filter((name) => name.endsWith('.js') && !STARTERS.test(name))
  const { page, origin, close } = await visit()
  await page.goto(`${origin}/news`)
  const failed: string[] = []
  page.on('pageerror', (error) => failed.push(error.message))
  for (const name of scripts) await page.addScriptTag({ type: 'module', url: `/assets/${name}` })
  expect(failed).toEqual([])
  expect(scripts.length).toBeGreaterThan(100)
  await close()
})

test.each(['/', '/news', '/contacts', '/about'])(
  'anonymous visitor at %s loads no scripts for signed-in users',
  async (path) => {
    const { page, origin, close } = await visit()
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
    })
    await page.goto(origin + path)
    await expectLoaded(page)
    // Content below the fold loads last.
    await page.waitForFunction(
      (quietMs) =>
        performance
          .getEntriesByType('resource')
          .every((entry) => performance.now() - (entry as PerformanceResourceTiming).responseEnd > quietMs),
      QUIET_MS,
    )
    expect(scripts.filter((name) => name.includes('/member'))).toEqual([])
    expect(scripts.length).toBeGreaterThan(5)
    await close()
  },
)
