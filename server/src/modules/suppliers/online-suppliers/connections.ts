import type { EncryptionKeys } from '../../../platform/encryption.ts'
import type { KnownSupplier } from './directory.ts'
import { openLine, type Connection, type ConnectionDeps } from './connection.ts'
import { credentialsOf } from './supplier-credentials.ts'

/** Creates the connections to suppliers; each is opened by its first query, and again after a change of settings. */
export function createLines(deps: ConnectionDeps & { keys: EncryptionKeys }) {
  const lines = new Map<number, Connection>()
  return {
    of: (supplier: KnownSupplier): Connection => {
      const known = lines.get(supplier.supply_route_id)
      if (known?.version === supplier.version) return known
      const line = openLine(supplier, credentialsOf(supplier, deps.keys), deps)
      void known?.close()
      lines.set(supplier.supply_route_id, line)
      return line
    },
    isResting: ({ supply_route_id: id, version }: KnownSupplier) => {
      const line = lines.get(id)
      return line?.version === version && line.isResting()
    },
    /** Suppliers queried since the start. */
    standings: () => [...lines].map(([id, line]) => [id, line.isResting()] as const),
    close: async () => {
      await Promise.all([...lines.values()].map((line) => line.close()))
    },
  }
}
export type Connections = ReturnType<typeof createLines>
