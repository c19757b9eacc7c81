import { WEBHOOK_MESSAGE_DAYS } from '@artikul/contract/integrations/webhooks'
import { encryptionKeys } from '../../platform/encryption.ts'
import { defineModule } from '../../module.ts'
import type { Services } from '../../services.ts'
import {
  createExchange,
  createReading,
  exchangeModule,
  measureExchange,
  odataModule,
  oneCJob,
  oneCModule,
  oneCReadingJob,
  selectNodes,
} from './one-c/index.ts'
import {
  abcpModule,
  apiKeysModule,
  partnerModule,
  webhookKeys,
  webhooksJob,
  webhooksModule,
} from './partner-api/index.ts'

const SESSION_DAYS = 14
/** Days that counts of calls and what receivers know of orders are kept. */
const CALLS_DAYS = 400

const webhookDeps = ({ clock, secret, config }: Services) => ({
  clock,
  keys: webhookKeys(secret, config.AUTH_SECRET_PREVIOUS),
  allowsPrivate: config.PRIVATE_URLS === 'on',
})

export const module = defineModule<Services>({
  goods: { products: [['one_c_goods', 'product_id']], brands: [] },
  routes: (app, database, services) => {
    const exchange = createExchange(database, services)
    exchangeModule(app, exchange)
    oneCModule(app, database, exchange)
    odataModule(app, database, createReading(database, services))
    apiKeysModule(app, database, services)
    partnerModule(app, database, services)
    const itemKeys = encryptionKeys('abcp item', services.secret, services.config.AUTH_SECRET_PREVIOUS)
    webhooksModule(app, database, webhookDeps(services))
    abcpModule(app, database, { ...services, itemKeys })
    if (services.metrics) measureExchange(services.metrics, () => selectNodes(exchange.db))
  },
  jobs: (database, services) => [
    oneCJob(createExchange(database, services)),
    oneCReadingJob(createReading(database, services)),
    webhooksJob({ ...services, ...webhookDeps(services), db: database.forTenant('any'), sql: database.sql }),
  ],
  // Files go with their sessions.
  retention: [
    { table: 'one_c_sessions', since: 'seen_at', days: SESSION_DAYS },
    { table: 'api_key_days', since: 'last_at', days: CALLS_DAYS },
    { table: 'webhook_messages', since: 'created_at', days: WEBHOOK_MESSAGE_DAYS },
    { table: 'webhook_orders', since: 'changed_at', days: CALLS_DAYS },
  ],
})
