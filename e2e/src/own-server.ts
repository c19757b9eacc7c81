import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { readConfig } from '@artikul/server/config'
import { start, type Running } from '@artikul/server/main'
import { cloneDemo } from './demo-database.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Each worker runs one file at a time, so one port is sufficient. */
const PORT = 3150 + Number(process.env['VITEST_POOL_ID'])

let own: Running | undefined

/** Origin of the file's own server, or of the shared one. */
export const serverOrigin = () => own?.origin ?? inject('origin')

/** Identifies the file's server: servers of one worker follow each other at the same origin. */
export const currentServer = (): unknown => own ?? inject('origin')

/**
 * Starts a server of the file's own in this process, with a clone of the demonstration that no other file sees. Without
 * settings, its online suppliers are off.
 * @param settings read when all its dependencies have started
 */
export function useServer(settings: () => Record<string, string> = () => ({})) {
  beforeAll(async () => {
    const clone = await cloneDemo(inject('adminUrl'), inject('folder'), `server_${PORT}`)
    const defaults = { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent', DEMO_SUPPLIERS: 'off' }
    const place = { NODE_ENV: 'development', PORT: String(PORT), DATA_DIR: clone.dataDir, ...clone.settings }
    own = await start(readConfig({ ...defaults, ...place, ...settings() }, ROOT), ROOT)
  }, 120_000)
  afterAll(async () => {
    await own?.stop()
    own = undefined
  }, 20_000)
}

/**
 * Starts a server of the file's own on an empty database.
 * @returns the code that its first administrator needs
 */
export function useEmptyServer(settings: () => Record<string, string> = () => ({})): () => string {
  const dataDir = join(ROOT, `.cache/empty-${PORT}`)
  beforeAll(async () => {
    const place = { NODE_ENV: 'development', PORT: String(PORT), DATA_DIR: dataDir, DEMO_DATA: 'off' }
    own = await start(readConfig({ LOG_LEVEL: 'silent', ...place, ...settings() }, ROOT), ROOT)
  }, 120_000)
  afterAll(async () => {
    await own?.stop()
    own = undefined
    await rm(dataDir, { recursive: true, force: true })
  }, 20_000)
  return () => own?.setupCode ?? ''
}
