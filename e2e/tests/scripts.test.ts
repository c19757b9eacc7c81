import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useBrowser } from '../src/browser.ts'

const visit = useBrowser()

const BUILT = join(import.meta.dirname, '../../web/dist/assets')

/** They draw a document of their own when they run. */
const STARTERS = /^(index|map-frame|offline)-/

test('every script of the build runs: each asks of the contract no more than the build has left of it', async () => {
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
