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

/** Starts PostgreSQL with the demonstration, which each server of the run clones. */
export default async function setup(project: TestProject) {
  project.provide('chromium', findBrowser())
  const cluster = await startTestCluster(fillTemplate)
  project.provide('folder', cluster.folder)
  project.provide('adminUrl', cluster.urlOf('postgres'))
  return cluster.stop
}
