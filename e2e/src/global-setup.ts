import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { cloneDemo, startDemoDatabases } from './demo-database.ts'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
    /** Data folders of the run's servers. */
    folder: string
    /** Connects to the PostgreSQL of the run. */
    adminUrl: string
  }
}

const PORT = Number(process.env['E2E_PORT'] ?? 3199)
const OPEN_TO_ENTER = 0o755

/** Starts PostgreSQL with the demonstration and the server that files without one of their own share. */
export default async function setup(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), 'artikul-e2e-'))
  // PostgreSQL runs as another user than root.
  chmodSync(folder, OPEN_TO_ENTER)
  const { cluster, adminUrl } = await startDemoDatabases(folder, PORT)
  const server = await startServer({ port: PORT, ...(await cloneDemo(adminUrl, folder, 'shared')) })
  project.provide('origin', server.origin)
  project.provide('folder', folder)
  project.provide('adminUrl', adminUrl)
  return async () => {
    await server.stop()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
