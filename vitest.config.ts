import { chmodSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Tests wait for PostgreSQL half of their time, so every core gets a worker. */
const maxWorkers = '100%'

/** Temporary files of the tests are deleted with the run. PostgreSQL runs as another user and must be able to enter. */
const temporary = mkdtempDisposableSync(join(tmpdir(), 'artikul-run-'))
chmodSync(temporary.path, 0o755)
process.on('exit', () => temporary.remove())
const env = { TMPDIR: temporary.path }

// Worker threads and processes that tests start do not compile the same modules again: half of an import's time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache/compiled')

/** Set by `npm run verify mutants`, which records what each test file executes. */
const recording = process.env['MUTANTS_REACH'] === undefined ? [] : ['tools/mutants/record-reach.ts']

const database = {
  environment: 'node',
  env,
  globalSetup: ['server/src/testing/global-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
}
const browser = {
  environment: 'node',
  env,
  globalSetup: ['e2e/src/global-setup.ts'],
  // The product and the browser are started once per worker.
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
}

/** What `npm test` runs, and `verify-…`: what takes long or measures the machine, run by `npm run verify`. */
export default defineConfig({
  test: {
    tags: [{ name: 'detail', description: 'detail of a journey, which only `npm run verify -- journeys` runs' }],
    projects: [
      {
        test: {
          name: 'contract',
          include: ['contract/src/**/*.test.ts'],
          environment: 'node',
          env,
          maxWorkers,
          testTimeout: 30_000,
          setupFiles: recording,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'client/src/**/*.test.ts', 'tools/**/*.test.ts'],
          ...database,
          maxWorkers,
          // The application is loaded once per worker: loading it takes longer than the tests of most files.
          isolate: false,
          setupFiles: ['server/src/testing/record-statements.ts', ...recording],
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['web/src/testing/setup.ts', ...recording],
          maxWorkers,
          testTimeout: 20_000,
        },
      },
      // Two at a time: half of a journey is waiting. Each file has a server and a database of its own.
      {
        test: {
          name: 'e2e',
          include: ['e2e/tests/**/*.test.ts'],
          ...browser,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'verify-server',
          include: ['verification/**/*.test.ts'],
          exclude: ['verification/browser/**'],
          ...database,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'verify-browser',
          include: ['verification/browser/**/*.test.ts'],
          ...browser,
          globalSetup: [...browser.globalSetup, 'e2e/src/shared-server.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
