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

const SESSION_DAYS = 14

export const module = defineModule<Services>({
  goods: { products: [['one_c_goods', 'product_id']], brands: [] },
  routes: (app, database, services) => {
    const exchange = createExchange(database, services)
    exchangeModule(app, exchange)
    oneCModule(app, database, exchange)
    odataModule(app, database, createReading(database, services))
    if (services.metrics) measureExchange(services.metrics, () => selectNodes(exchange.db))
  },
  jobs: (database, services) => [
    oneCJob(createExchange(database, services)),
    oneCReadingJob(createReading(database, services)),
  ],
  // Files go with their sessions.
  retention: [{ table: 'one_c_sessions', since: 'seen_at', days: SESSION_DAYS }],
})
