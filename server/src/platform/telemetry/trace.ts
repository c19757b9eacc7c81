import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes, randomUUID } from 'node:crypto'

/** What is being done, so that lines of the log and calls to others can be laid side by side. */
export interface Trace {
  /** A request's own number, or that of a round of background work. */
  id: string
  isRequest: boolean
  /** The header of W3C Trace Context as it came; read only when somebody needs it. */
  traceparent?: string | undefined
}

/** Version 00 as it is written down; numbers of zeros alone, capitals and anything after it are no header at all. */
const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-([\da-f]{2})$/
const SAMPLED = 1

const current = new AsyncLocalStorage<Trace>()

export const traceNow = (): Trace | undefined => current.getStore()

/** Does it as a part of the trace, whatever it waits for. */
export const inTrace = <T>(trace: Trace, work: () => T): T => current.run(trace, work)

/** The same of a thing that nobody has asked for. */
export const inNewTrace = <T>(work: () => T): T => current.run({ id: randomUUID(), isRequest: false }, work)

function readTrace({ id, traceparent }: Trace): { traceId: string; flags: number } {
  const [, traceId, flags = '00'] = TRACEPARENT.exec(traceparent ?? '') ?? []
  // A number of our own is one of theirs once its dashes are out.
  return { traceId: traceId ?? id.replaceAll('-', ''), flags: Number.parseInt(flags, 16) }
}

/** What a line of the log says of it. */
export function traceFields(trace = traceNow()): Record<string, string> {
  if (!trace) return {}
  const { traceId } = readTrace(trace)
  return trace.isRequest ? { request_id: trace.id, trace_id: traceId } : { trace_id: traceId }
}

/**
 * The header for a call to somebody else, a step of its own in the trace. Nothing else of what came is passed on:
 * `tracestate` may hold whatever its sender likes.
 */
export function traceHeader(): string {
  const { traceId, flags } = readTrace(traceNow() ?? { id: randomUUID(), isRequest: false })
  return `00-${traceId}-${randomBytes(8).toString('hex')}-0${flags & SAMPLED}`
}
