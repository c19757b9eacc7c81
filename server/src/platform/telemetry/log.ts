import { pino, type DestinationStream, type Logger } from 'pino'
import { loggable } from './log-error.ts'
import { traceFields } from './trace.ts'

interface LoggedRequest {
  method: string
  routeOptions?: { url?: string }
}

/**
 * Creates a logger of JSON lines with their context. Defaults of libraries must not add personal data: errors are
 * reduced by `loggable`, and requests are logged without address and headers.
 */
export const createLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      mixin: () => traceFields(),
      serializers: {
        err: (error: unknown) => (error instanceof Error ? loggable(error) : error),
        req: ({ method, routeOptions }: LoggedRequest) => ({ method, route: routeOptions?.url }),
      },
    },
    destination,
  )
