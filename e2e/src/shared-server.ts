import type { TestProject } from 'vitest/node'
import { cloneDemo } from './demo-database.ts'
import { startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the shared server. */
    origin: string
  }
}

const PORT = 3199

/** Starts the server that walks of `npm run verify` share. */
export default async function setup(project: TestProject) {
  const { adminUrl, folder } = project.getProvidedContext()
  const server = await startServer({ port: PORT, ...(await cloneDemo(adminUrl, folder, 'shared')) })
  project.provide('origin', server.origin)
  return () => server.stop()
}
