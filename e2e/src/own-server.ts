import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { copyDemo } from './demo-copy.ts'
import { startServer, type RunningServer } from './server.ts'

interface Options {
  name: string
  port: number
  /** What differs from the server that all files share; asked once whatever it needs has started. */
  settings: () => Record<string, string>
}

/** A server of the file's own, with settings and a database that no other file sees; gone at its end. */
export function useServer({ name, port, settings }: Options): () => string {
  const folder = inject('folder')
  const dataDir = join(folder, name)
  let server: RunningServer | undefined
  beforeAll(async () => {
    await copyDemo(folder, dataDir, port)
    server = await startServer({ port, dataDir, settings: settings() })
  }, 120_000)
  afterAll(async () => {
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }, 20_000)
  return () => {
    if (!server) throw new Error('the server has not started yet')
    return server.origin
  }
}
