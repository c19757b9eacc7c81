import type { Database } from '../../../platform/db/index.ts'
import type { Services } from '../../../services.ts'
import { createListStore } from '../../suppliers/index.ts'
import { receiveDocument } from './apply-documents.ts'
import { createHasher } from './credentials.ts'
import type { ExchangeDeps } from './exchange.routes.ts'
import { oneCKeys } from './odata/connections.ts'
import type { OdataDeps } from './odata/odata.jobs.ts'
import { selectNode } from './sessions.queries.ts'

export { hashOneCPassword } from './credentials.ts'
export { measureExchange } from './exchange-metrics.ts'
export { selectNodes } from './nodes.queries.ts'
export { exchangeModule } from './exchange.routes.ts'
export { oneCJob } from './one-c.jobs.ts'
export { oneCModule } from './one-c.routes.ts'
export { odataModule } from './odata/odata.routes.ts'
export { oneCKeys, resealOneCPasswords } from './odata/connections.ts'
export { oneCReadingJob } from './odata/odata.jobs.ts'

/** Creates what the exchange needs of the platform and of the modules. */
export function createExchange(database: Database, services: Services): ExchangeDeps {
  const { clock, config, secret, readDirectory } = services
  const deps = {
    ...{ database, db: database.forTenant('any'), clock, readDirectory },
    acceptanceDays: services.acceptanceDays,
    hasher: createHasher(secret, config.AUTH_SECRET_PREVIOUS),
    store: createListStore(config.dataDir),
    startOneC: services.startOneC,
  }
  const exchange: ExchangeDeps = {
    ...deps,
    applyDocument: async (file, document) => {
      const node = await selectNode(deps.db, file.node_id)
      return node ? receiveDocument(deps, { node, sessionId: file.session_id }, document) : 'skipped'
    },
  }
  return exchange
}

/** Creates what the reading of 1C over OData needs. */
export const createReading = (database: Database, services: Services): OdataDeps => ({
  db: database.forTenant('any'),
  clock: services.clock,
  readDirectory: services.readDirectory,
  acceptanceDays: services.acceptanceDays,
  keys: oneCKeys(services.secret, services.config.AUTH_SECRET_PREVIOUS),
  allowsPrivate: () => services.config.PRIVATE_URLS === 'on',
  // Tests do not wait.
  ...(services.config.NODE_ENV === 'test' && { repeatPauseMs: 1 }),
})
