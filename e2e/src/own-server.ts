import { afterAll, beforeAll, inject } from 'vitest'
import { cloneDemo } from './demo-database.ts'
import { startServer, type RunningServer } from './server.ts'

interface Options {
  name: string
  port: number
  /** Settings that differ from those of the shared server; read when everything it needs has started. */
  settings: () => Record<string, string>
}

/** A server of the file's own, with a clone of the demonstration that no other file sees. */
export function useServer({ name, port, settings }: Options): () => string {
  let server: RunningServer | undefined
  beforeAll(async () => {
    const clone = await cloneDemo(inject('adminUrl'), inject('folder'), name)
    server = await startServer({ port, dataDir: clone.dataDir, settings: { ...clone.settings, ...settings() } })
  }, 120_000)
  afterAll(() => server?.stop(), 20_000)
  return () => {
    if (!server) throw new Error('the server has not started yet')
    return server.origin
  }
}
