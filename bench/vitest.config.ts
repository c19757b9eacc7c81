import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    name: 'bench',
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['../server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
