import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'

/** Trace that correlates log lines and outgoing calls. */
export interface Trace {
  /** Id of a request, or of a round of a background job. */
  id: string
  isRequest: boolean
  /** Received header of W3C Trace Context, parsed only when needed. */
  traceparent?: string | undefined
}

/** Header of version 00; ids of zeros only, capitals and trailing data are invalid. */
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})$/
const SAMPLED = 1

const current = new AsyncLocalStorage<Trace>()

export const traceNow = (): Trace | undefined => current.getStore()

/** Runs the work within the trace, including everything it awaits. */
export const inTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

/** Runs the work in a new trace without a request. */
export const inNewTrace = <T>(work: () => T): T => current.run({ id: randomUUID(), isRequest: false }, work)

function readTrace({ id, traceparent }: Trace): { traceId: string; flags: number } {
  const [, traceId, flags = '00'] = TRACEPARENT.exec(traceparent ?? '') ?? []
  // An id of the portal is a valid trace id without its dashes.
  return { traceId: traceId ?? id.replaceAll('-', ''), flags: Number.parseInt(flags, 16) }
}

/** Fields of the trace in a log line. */
export function traceFields(trace = traceNow()): Record<string, string> {
  if (!trace) return {}
  const { traceId } = readTrace(trace)
  return trace.isRequest ? { request_id: trace.id, trace_id: traceId } : { trace_id: traceId }
}

/**
 * Builds the header of an outgoing call, with its own span of the trace. Other received values are not forwarded:
 * `tracestate` may contain arbitrary data of its sender.
 */
export function traceHeader(): string {
  const { traceId, flags } = readTrace(traceNow() ?? { id: randomUUID(), isRequest: false })
  return `00-${traceId}-${randomBytes(8).toString('hex')}-0${flags & SAMPLED}`
}
