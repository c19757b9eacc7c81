import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'

/** Vitest setup file that records which functions each test file executes, for `npm run verify mutants`. */
const ROOT = join(import.meta.dirname, '../..')
const folder = process.env['MUTANTS_REACH'] ?? ''

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
await session.post('Profiler.takePreciseCoverage')
const startedAt = performance.now()

/** Path of a production file relative to the root; undefined for packages and for tests. */
function productionPath(url: string): string | undefined {
  if (!url.startsWith('file:') && !url.startsWith('/')) return undefined
  const path = relative(ROOT, url.startsWith('file:') ? fileURLToPath(url) : url).replace(/\?.*$/, '')
  return /^\.\.|node_modules|\.test\./.test(path) ? undefined : path
}

afterAll(async () => {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const hit: Record<string, string[]> = {}
  for (const { url, functions } of result) {
    const path = productionPath(url)
    if (!path) continue
    const executed = functions.filter(({ ranges }) => ranges[0] && ranges[0].count > 0)
    if (executed.length > 0) hit[path] = [...new Set(executed.map(({ functionName }) => functionName))].filter(Boolean)
  }
  session.disconnect()
  const path = relative(ROOT, expect.getState().testPath ?? '')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify({ path, ms: performance.now() - startedAt, hit }))
})
