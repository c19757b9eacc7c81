import { chmodSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Much of a test is waiting for PostgreSQL and for the network: one core less than there are leaves two fifths idle. */
const maxWorkers = '100%'

/** Whatever tests leave in a temporary folder goes with the run. The database's own user enters it too. */
const temporary = mkdtempDisposableSync(join(tmpdir(), 'artikul-run-'))
chmodSync(temporary.path, 0o755)
process.on('exit', () => temporary.remove())
const env = { TMPDIR: temporary.path }

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], environment: 'node', env, maxWorkers } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts', 'check/**/*.test.ts', 'bench/src/**/*.test.ts'],
          environment: 'node',
          env,
          globalSetup: ['server/src/testing/global-setup.ts'],
          maxWorkers,
          testTimeout: 30_000,
          hookTimeout: 60_000,
          // What is waited for comes when the machine gets round to it.
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/tests/**/*.test.ts'],
          environment: 'node',
          env,
          globalSetup: ['e2e/src/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // One browser at a time: the server, PostgreSQL and Chromium share two cores.
          fileParallelism: false,
          // A hand is slower than a page that hurries, or quicker than one that waits for a core: the report says so.
          retry: 1,
        },
      },
      {
        test: {
          // Too long for every run: `npm run walk`.
          name: 'walk',
          include: ['e2e/walks/**/*.test.ts'],
          environment: 'node',
          env,
          globalSetup: ['e2e/src/global-setup.ts'],
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          setupFiles: ['web/src/testing/patience.ts'],
          maxWorkers,
          testTimeout: 20_000,
        },
      },
    ],
  },
})
