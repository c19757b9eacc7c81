import type { Dispatcher, Pool } from 'undici'
import { resolvePublic } from './public-address.ts'

export interface PublicPoolOptions {
  /** Allows addresses of the private network. */
  mayBePrivate: boolean
  connections: number
  /** Time limit of opening a connection. */
  connectMs: number
  /** Time that an idle connection stays open; by default 4 seconds. */
  idleMs?: number
  /** Error for a name that leads into the private network. */
  inside: () => Error
  /** Error for a name that cannot be resolved. */
  notFound: (hostname: string) => Error
}

export interface PublicPool {
  request: (request: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>
  destroy: () => Promise<void>
}

/**
 * Opens connections to one origin. Each resolves the name once and contacts exactly the validated address. Names only:
 * an IP address in the origin is checked by `isPublicHost`.
 */
export function openPublicPool(origin: string, options: PublicPoolOptions): PublicPool {
  let pool: Promise<Pool> | undefined
  return {
    request: async (request) => (await (pool ??= createPool(origin, options))).request(request),
    destroy: async () => (await pool)?.destroy(),
  }
}

async function createPool(origin: string, options: PublicPoolOptions): Promise<Pool> {
  // Loaded at the first request: the library takes 6 MB.
  const { Pool } = await import('undici')
  return new Pool(origin, {
    connections: options.connections,
    pipelining: 1,
    ...(options.idleMs !== undefined && { keepAliveTimeout: options.idleMs }),
    connect: {
      timeout: options.connectMs,
      lookup: (hostname, { all }, done) => {
        resolvePublic(hostname, options.mayBePrivate).then(
          (found) => {
            if (!found) done(options.inside(), '')
            else if (all) done(null, [found])
            else done(null, found.address, found.family)
          },
          () => done(options.notFound(hostname), ''),
        )
      },
    },
  })
}
