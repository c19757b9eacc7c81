import type { TestProject } from 'vitest/node'
import { startTestCluster } from '@artikul/server/test-cluster'
import { fillTemplate } from './demo-database.ts'
import { findBrowser } from './find-browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Path of the browser; empty for Playwright's own build. */
    chromium: string
    /** Data folders of the run's servers. */
    folder: string
    /** Connection to the PostgreSQL of the run. */
    adminUrl: string
  }
}

/**
 * Starts PostgreSQL and fills the demonstration, which each server of the run clones. Tests without a browser run
 * meanwhile.
 */
export default async function setup(project: TestProject) {
  project.provide('chromium', findBrowser())
  const cluster = await startTestCluster(async () => undefined)
  project.provide('folder', cluster.folder)
  project.provide('adminUrl', cluster.urlOf('postgres'))
  const filled = fillTemplate(cluster)
  return async () => {
    await filled
    await cluster.stop()
  }
}
