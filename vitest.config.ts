import { defineConfig } from 'vitest/config'

/** Unit and API tests. Isolation is off because it costs twenty times the run on two cores. */
export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    // A limit for what hangs, not a measurement: a machine that is busy may take its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'domain', include: ['packages/domain/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['apps/api/src/**/*.test.ts'],
          // What is about the embedded database itself says nothing about a server, and the other way round.
          exclude: [
            '**/*.load.test.ts',
            ...(process.env.TEST_DATABASE_URL === undefined
              ? ['**/*.server.test.ts']
              : ['**/embedded.test.ts', '**/*kills.api.test.ts']),
          ],
          globalSetup: ['apps/api/src/testing/global-setup.ts'],
          // One thread: its tests share one running product, whose database has a thread of its own.
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
      // What would be disturbed by other tests beside it.
      { extends: true, test: { name: 'load', include: ['apps/api/src/**/*.load.test.ts'] } },
      { extends: true, test: { name: 'web', include: ['apps/web/src/**/*.test.ts', 'apps/web/*.test.mjs'] } },
      { extends: true, test: { name: 'sandbox', include: ['apps/sandbox/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'tools', include: ['tools/**/*.test.mjs'] } },
    ],
  },
})
