import type { Schemas } from './operations.ts'

type Problem = Schemas['Problem']

/** Codes of failures that the portal has not answered. */
const NO_ANSWER = 'network'
const NOT_THE_PORTAL = 'unexpected_reply'

/** Refusal of the portal, or a failure to reach it. */
export class ArtikulError extends Error {
  override readonly name = 'ArtikulError'
  /** Constant code of the refusal: `order.changed`; `network` without an answer, `unexpected_reply` for no JSON. */
  readonly code: string
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** Sentence for a person. */
  readonly detail: string
  /** Wrong fields of the request. */
  readonly errors: NonNullable<Problem['errors']>
  /** How lines of an order are worse than the program saw them. */
  readonly differences: NonNullable<Problem['differences']>
  /** Number of the call for the support of the portal. */
  readonly requestId: string
  /** Seconds after which a repeated call makes sense, as the portal says. */
  readonly retryAfter: number | undefined

  constructor(status: number, problem: Partial<Problem>, retryAfter?: number, cause?: unknown) {
    const { code = NOT_THE_PORTAL, title = `HTTP ${status}`, detail = title, errors = [], differences = [] } = problem
    super(`${code}: ${detail}`, { cause })
    this.code = code
    this.status = status
    this.detail = detail
    this.errors = errors
    this.differences = differences
    this.requestId = problem.request_id ?? ''
    this.retryAfter = retryAfter
  }
}

export const unreachable = (cause: unknown) =>
  new ArtikulError(
    0,
    { code: NO_ANSWER, title: cause instanceof Error ? cause.message : String(cause) },
    undefined,
    cause,
  )

/** Reads `Retry-After`: seconds, or a moment. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds)
}

/** Reads a refusal; a page of a proxy has no code. */
export async function refusalOf(response: Response): Promise<ArtikulError> {
  const text = await response.text()
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') ?? false
  // The portal sends what its document promises.
  const problem = isProblem ? (JSON.parse(text) as Problem) : {}
  return new ArtikulError(response.status, problem, secondsOf(response.headers.get('retry-after')))
}
