import type { TestProject } from 'vitest/node'
import { folderOf, startServer } from './server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    origin: string
  }
}

const PORT = 3199

/** The server that all files share. */
export default async function setup(project: TestProject) {
  const server = await startServer({ port: PORT, dataDir: folderOf('e2e') })
  project.provide('origin', server.origin)
  return server.stop
}
