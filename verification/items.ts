import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Program } from './programs.ts'

/** Guarantee proven by `npm run verify`, a row of its table. */
export interface Item {
  /** Name on the command line; guarantees use their number. */
  name: string
  group: 'guarantees' | 'simulations' | 'walks' | 'attacks' | 'files' | 'mail' | 'figures' | 'partner-api'
  /** Statement that the files verify. */
  guarantee: string
  /** The Vitest project of the files. */
  project: 'server' | 'verify-server' | 'e2e' | 'verify-browser'
  files: readonly string[]
  needs?: readonly Program[]
  /** Reads `../shared/data`. */
  needsSharedData?: true
}

const GUARANTEES = 'server/src/guarantees'
const LONG = 'verification/guarantees'

/** Item proven by a test that `npm test` also runs. */
const fast = (number: number, file: string, guarantee: string): Item => ({
  name: String(number),
  group: 'guarantees',
  guarantee,
  project: 'server',
  files: [`${GUARANTEES}/${file}.test.ts`],
})
const long = (name: number | string, file: string, guarantee: string, needs: readonly Program[] = []): Item => ({
  name: String(name),
  group: 'guarantees',
  guarantee,
  project: 'verify-server',
  files: [`${LONG}/${file}.test.ts`],
  needs,
})
const browser = (name: string, group: Item['group'], guarantee: string, file: string): Item => ({
  name,
  group,
  guarantee,
  project: 'verify-browser',
  files: [`verification/browser/${file}`],
})

const partner = (name: string, guarantee: string, needs: readonly Program[] = []): Item => ({
  name,
  group: 'partner-api',
  guarantee,
  project: 'verify-server',
  files: [`verification/partner-api/${name}.test.ts`],
  needs,
})

/** Files of `verification/browser` with a row of their own. */
const NAMED_SCREENS = /guarantees\/|pages\/|(mailboxes|start|pages|access|stretched)\.test\.ts$/

export const ITEMS: readonly Item[] = [
  fast(8, '08-tenants', 'rows of another company are never read or changed'),
  fast(9, '09-changed-company', 'switching the company never mixes carts or orders'),
  fast(10, '10-stolen-refresh-token', 'a stolen refresh token is detected at its second use'),
  fast(11, '11-lost-replies', 'a lost reply or a second tab never signs anybody out'),
  fast(12, '12-forged-tokens', 'forged access tokens never pass'),
  fast(13, '13-ended-sessions', 'five events end a session on every node within a second'),
  fast(14, '14-impersonation', 'work in the name of a client is bounded and logged'),
  fast(15, '15-foreign-sites', 'another site cannot act for a signed-in person'),
  fast(16, '16-cookies', 'cookies cannot be read by scripts or planted'),
  fast(17, '17-passwords', 'passwords are hashed with Argon2id and weak ones refused'),
  fast(18, '18-no-enumeration', 'replies do not reveal who has an account'),
  fast(19, '19-guessing', 'guessing is slowed down without locking out the owner'),
  fast(20, '20-reset-link', 'a reset link works once, for an hour, on our origin only'),
  fast(21, '21-mass-assignment', 'a body sets nothing that its form does not offer'),
  fast(22, '22-sql-by-parameters', 'every value reaches SQL as a parameter'),
  fast(24, '24-exports', 'exported cells never run as formulas'),
  fast(25, '25-supplier-addresses', 'addresses of suppliers never reach the internal network'),
  fast(31, '31-no-personal-data-in-logs', 'personal data stays out of logs and addresses'),
  fast(32, '32-audit-log', 'every sensitive act leaves a row that cannot be changed'),
  fast(33, '33-confirmed-price', 'the confirmed price is the charged price'),
  long(1, '01-order-once', 'an order is placed once, whatever the client repeats'),
  long(2, '02-stock', 'stock is never sold below zero'),
  long(3, '03-no-deadlocks', 'orders of the same goods never deadlock'),
  long(4, '04-no-lock-during-supplier-call', 'nothing is locked while a supplier is called'),
  long(5, '05-killed-server', 'kill -9 of the server loses no answered order'),
  long(6, '06-killed-database', 'kill -9 of PostgreSQL loses no answered order'),
  long(7, '07-failover', 'losing the leading database loses no answered order', [
    'haproxy',
    'etcd',
    'patroni',
    'pgbouncer',
  ]),
  long(17, '17-sign-in-flood', 'a flood of sign-ins does not slow other calls down'),
  long(18, '18-equal-time', 'times of replies do not reveal who has an account'),
  long(23, '23-hostile-uploads', 'a hostile upload neither stops nor slows the server'),
  long('23-mutated', '23-mutated-files', 'a file with flipped bits is read or refused', ['zzuf']),
  long(26, '26-bad-supplier', 'a bad supplier never delays a search'),
  long(27, '27-orders-to-suppliers', 'background work is done once, through any number of kills'),
  long(28, '28-rolling-restart', 'a rolling restart drops no call', ['haproxy']),
  long(29, '29-overload', 'overload is refused quickly and recovered from'),
  long(34, '34-wrong-clock', 'a wrong clock of a server breaks and opens nothing', ['faketime']),
  long(35, '35-point-in-time', 'a backup is restored to a point in time', ['postgresql', 'pgbackrest']),
  long(36, '36-exhausted-resources', 'without disk, connections or mail the server recovers by itself'),
  long('lost-connections', 'lost-connections', 'lost connections to the database lose no order and no part of a pool'),
  browser('11', 'guarantees', 'ten tabs of one person stay signed in', 'guarantees/11-ten-tabs.test.ts'),
  browser('30', 'guarantees', 'the browser runs no text as a script', 'guarantees/30-strict-browser.test.ts'),
  {
    name: 'life',
    group: 'simulations',
    guarantee: 'hours of work leave memory flat, no job stuck, no table growing',
    project: 'verify-server',
    files: ['growth-judge', 'held-memory', 'life'].map((name) => `verification/simulations/${name}.test.ts`),
    needs: ['faketime'],
  },
  {
    name: 'trade-day',
    group: 'simulations',
    guarantee: 'every order gets the delivery run whose cut-off it made',
    project: 'verify-server',
    files: ['run-judge', 'trade-day'].map((name) => `verification/simulations/${name}.test.ts`),
    needs: ['faketime'],
  },
  {
    name: 'order-lives',
    group: 'simulations',
    guarantee: 'random order histories agree with a model',
    project: 'verify-server',
    files: ['verification/simulations/order-life.test.ts'],
  },
  {
    name: 'one-c',
    group: 'simulations',
    guarantee: 'a day of exchange with 1C, with kills and lost answers, leaves both books equal',
    project: 'verify-server',
    files: ['one-c-day', 'one-c-import'].map((name) => `verification/simulations/${name}.test.ts`),
  },
  {
    name: 'webhooks',
    group: 'simulations',
    guarantee: 'webhooks deliver every event in order past failures, kills and an outage of the receivers',
    project: 'verify-server',
    files: ['verification/simulations/webhooks.test.ts'],
  },
  {
    name: 'portal-buys',
    group: 'simulations',
    guarantee: 'a portal buys from another: orders end alike on both sides, although answers are lost',
    project: 'verify-server',
    files: ['verification/simulations/portal-buys.test.ts'],
  },
  {
    name: 'any-input',
    group: 'attacks',
    guarantee: 'every route answers any input with its reply or a refusal of the catalogue',
    project: 'verify-server',
    files: ['verification/attacks/any-input.test.ts'],
  },
  {
    name: 'public-flood',
    group: 'attacks',
    guarantee: 'a flood of any public route leaves the server responsive',
    project: 'verify-server',
    files: ['verification/attacks/public-flood.test.ts'],
  },
  {
    name: 'sql-injection',
    group: 'attacks',
    guarantee: 'sqlmap finds no injection',
    project: 'verify-server',
    files: [`${LONG}/22-no-injection.test.ts`],
    needs: ['sqlmap'],
  },
  {
    name: 'pdf-readers',
    group: 'files',
    guarantee: 'PDF readers of others find invoices sound, without actions, with a readable QR',
    project: 'verify-server',
    files: ['verification/files/pdf-readers.test.ts'],
    needs: ['qpdf', 'pdftoppm'],
  },
  {
    name: 'price-lists',
    group: 'files',
    guarantee: 'real price lists, order lists and brand names are read as checked by hand',
    project: 'verify-server',
    files: ['real-price-list', 'real-price-lists', 'order-lists', 'brand-vocabulary'].map(
      (name) => `verification/files/${name}.test.ts`,
    ),
    needsSharedData: true,
  },
  {
    name: 'commerceml',
    group: 'files',
    guarantee: 'files of real bases of 1C are read, and orders for 1C are valid by its schemas',
    project: 'verify-server',
    files: ['verification/files/real-commerceml.test.ts'],
    needs: ['xmllint'],
    needsSharedData: true,
  },
  {
    name: 'generated-lists',
    group: 'files',
    guarantee: 'price lists of 20 layouts with the usual faults are read right or refused',
    project: 'verify-server',
    files: ['verification/files/generated-lists.test.ts'],
  },
  {
    name: 'bench-data',
    group: 'files',
    guarantee: 'data of the benchmarks has the shape of the trade and is the same at every run',
    project: 'verify-server',
    files: ['verification/bench/data/trade-data.test.ts'],
  },
  {
    name: 'analytics',
    group: 'figures',
    guarantee: 'figures of a year equal those of another engine and are read quickly',
    project: 'verify-server',
    files: ['verification/analytics/analytics.test.ts'],
  },
  {
    name: 'mailboxes',
    group: 'mail',
    guarantee: 'price lists are taken from a real IMAP server once',
    project: 'verify-server',
    files: ['verification/mail/mailboxes.test.ts'],
    needs: ['dovecot'],
  },
  browser(
    'mailbox-screen',
    'mail',
    'a mailbox is set up and watched on screen',
    'journeys/suppliers/mailboxes.test.ts',
  ),
  partner('client-package', 'the packed client library works in a project of a buyer, as its recipes say'),
  partner('python-example', 'the Python example of the guide orders once', ['python3']),
  partner('openapi-tools', 'linters, a mock server and a generator of others accept the OpenAPI document'),
  {
    name: 'journeys',
    group: 'walks',
    guarantee: 'the journeys of npm test on a desk and on a phone, light and dark',
    project: 'e2e',
    files: ['e2e/tests'],
  },
  {
    name: 'screens',
    group: 'walks',
    guarantee: 'every other screen in use, on a desk and on a phone',
    project: 'verify-browser',
    files: globSync('verification/browser/**/*.test.ts', { cwd: join(import.meta.dirname, '..') })
      .filter((file) => !NAMED_SCREENS.test(file))
      .toSorted(),
  },
  browser('start', 'walks', 'the server starts, refuses a wrong setting and survives kill -9', 'walks/start.test.ts'),
  {
    name: 'pages',
    group: 'walks',
    guarantee: 'every page and what opens on it, by role, theme and width: axe, console, overflow',
    project: 'verify-browser',
    files: ['pages', 'pages/desk', 'pages/phone'].map((name) => `verification/browser/walks/${name}.test.ts`),
  },
  browser('access', 'walks', 'every page opens only for its roles', 'walks/access.test.ts'),
  browser('stretched', 'walks', 'long names and large sums fit every page', 'walks/stretched.test.ts'),
]
