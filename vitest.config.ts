import { defineConfig } from 'vitest/config'

/** Where the scenarios of card payments stand, which run against either provider. */
const scenarioFiles = [
  'adapters/cards-stripe',
  'discounts/coupon-payments',
  'payments/ledger/balance',
  'payments/card-provider-fails',
  'payments/dispute/dispute-ends',
  'payments/dispute/disputes',
  'payments/settle/late-money',
  'payments/later-services',
  'payments/payments',
  'payments/refund/refunds',
  'payments/tip/tips',
  'referrals/referrals',
  'subscriptions/links',
  'subscriptions/saved-cards',
  'subscriptions/subscriptions',
].map((name) => `apps/api/src/${name}.api.test.ts`)

const killTests = '**/*kills.api.test.ts'

/**
 * API tests that run on the embedded database in `npm test`, besides its own: they reach the stores, leases, instants and
 * JSON values. PostgreSQL runs all tests; `npm run prove` runs all on both.
 */
const smokeTests = [
  'database/**/*',
  'idempotency/idempotency',
  'leases/with-lease',
  'limits/quotas',
  'orders/{clock,orders}',
  'orders/list/{listed-orders,order-stream}',
  'outbox/outbox',
  'payments/payments',
  'retention/forget',
  'sign-in/sign-in',
].map((name) => `apps/api/src/${name}.api.test.ts`)

/** Tests of the API that ask no database: they run once, beside the smoke tests. */
const withoutDatabase = [
  'apps/api/src/**/!(*.api|*.server|*.load).test.ts',
  'apps/api/src/**/{bucket-port,mail-smtp}.api.test.ts',
]

const serverTests = '**/*.server.test.ts'

const { STRIPE_TEST_KEY: stripeTestKey = '' } = process.env

/** With STRIPE_TEST_KEY the scenarios of card payments run again, against the real provider's test mode (decision 0039). */
const realCards = {
  extends: true,
  test: {
    name: 'real-cards',
    include: scenarioFiles,
    setupFiles: ['apps/api/src/testing/cards/card-scenarios-setup.ts'],
    globalSetup: ['apps/api/src/testing/cards/real-cards-setup.ts', 'apps/api/src/testing/global-setup.ts'],
    maxWorkers: 1,
    fileParallelism: false,
    // A page in a browser takes seconds, a bank of the test mode minutes.
    testTimeout: 15 * 60_000,
    hookTimeout: 5 * 60_000,
  },
}

/** The tests of a project share one running product, so they share one thread; its database has a thread of its own. */
const oneProduct = {
  globalSetup: ['apps/api/src/testing/global-setup.ts'],
  provide: { scenarioFiles },
  maxWorkers: 1,
  fileParallelism: false,
}

/** Unit and API tests. Isolation is off because it costs twenty times the run on two cores. */
export default defineConfig({
  test: {
    pool: 'threads',
    isolate: false,
    // Limits for hangs, not measurements: a busy machine may be slow, and full sizes take an hour.
    testTimeout: process.env.PROVE === undefined ? 600_000 : 4 * 3_600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 50_000 } },
    projects: [
      { extends: true, test: { name: 'domain', include: ['packages/domain/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'contract', include: ['packages/contract/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['apps/api/src/**/*.test.ts'],
          exclude: [
            '**/*.load.test.ts',
            killTests,
            serverTests,
            ...(process.env.TEST_DATABASE_URL === undefined ? [] : withoutDatabase),
          ],
          ...oneProduct,
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: [...smokeTests, ...withoutDatabase],
          exclude: [killTests],
          ...oneProduct,
        },
      },
      // Processes of their own that are killed: they say what the embedded database and the embedded bucket keep.
      {
        extends: true,
        test: {
          name: 'kills',
          include: [`apps/api/src/${killTests}`],
          globalSetup: ['apps/api/src/testing/global-setup.ts'],
          maxWorkers: 1,
          fileParallelism: false,
        },
      },
      // Databases that hang, proxies and processes that restart: mostly waiting, so they run beside the others.
      {
        extends: true,
        test: { name: 'servers', include: [`apps/api/src/${serverTests}`], ...oneProduct },
      },
      // A proof of these compares times: other tests beside it would disturb it.
      { extends: true, test: { name: 'load', include: ['apps/api/src/**/*.load.test.ts'] } },
      ...(stripeTestKey === '' ? [] : [realCards]),
      {
        extends: true,
        test: {
          name: 'web',
          include: [
            'apps/web/src/**/*.test.ts',
            'apps/desk/src/**/*.test.ts',
            'packages/{browser,ui}/src/**/*.test.ts',
          ],
        },
      },
      { extends: true, test: { name: 'sandbox', include: ['apps/sandbox/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'tools', include: ['tools/**/*.test.ts'] } },
    ],
  },
})
