import { pino, type DestinationStream, type Logger } from 'pino'
import { loggable } from './log-error.ts'
import { traceFields } from './trace.ts'

interface LoggedRequest {
  method: string
  routeOptions?: { url?: string }
}

/**
 * Lines of JSON, each with what it belongs to. Nobody's data gets in by a default of a library: of an error only what
 * `loggable` lets out, of a request neither its address nor its headers.
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
