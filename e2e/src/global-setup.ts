import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { folderOf, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
    /** Of the run, for whatever lives as long as it. */
    folder: string
  }
}

const PORT = Number(process.env['E2E_PORT'] ?? 3199)
const OPEN_TO_ENTER = 0o755

/** The server that all files share, and a folder where those that do not start servers of their own. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'artikul-e2e-'))
  // PostgreSQL's owner is another one than root's.
  chmodSync(folder, OPEN_TO_ENTER)
  const server = await startServer({ port: PORT, dataDir: folderOf('e2e') })
  project.provide('origin', server.origin)
  project.provide('folder', folder)
  return async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
