import { ERRORS, type Difference, type ErrorCode, type Problem } from '@artikul/contract/errors'
import { errorText } from './error-text.ts'

/** Beside the server's codes: it was never reached, or answered in a shape the contract does not know. */
type ApiErrorCode = ErrorCode | 'network' | 'reply.unexpected'

interface Details {
  status: number
  code: ApiErrorCode
  title?: string | undefined
  detail?: string | undefined
  errors?: { path: string; message: string }[] | undefined
  differences?: Difference[] | undefined
  requestId?: string | undefined
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly title: string
  readonly detail: string | undefined
  readonly errors: readonly { path: string; message: string }[]
  readonly differences: readonly Difference[]
  readonly requestId: string | undefined

  constructor(details: Details) {
    const title = details.title ?? errorText(details.code)
    super(details.detail ?? title)
    this.status = details.status
    this.code = details.code
    this.title = title
    this.detail = details.detail
    this.errors = details.errors ?? []
    this.differences = details.differences ?? []
    this.requestId = details.requestId
  }

  /** The session is not at fault: the server could not be reached or could not answer. */
  get isTemporary() {
    return this.code === 'network' || this.status >= 500
  }
}

export const networkError = () => new ApiError({ status: 0, code: 'network' })

/** Of an answer without a problem in it: a balancer gives such ones while the server behind it is away. */
function codeOf(status: number): ApiErrorCode {
  if (status >= 502 && status <= 504) return 'unavailable'
  return status >= 500 ? 'internal' : 'reply.unexpected'
}

/** Whatever stands between may answer with JSON of its own, and a page of before meets codes that it does not know. */
const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' && body !== null && 'code' in body && Object.hasOwn(ERRORS, String(body.code))

export function problemError(status: number, body: unknown): ApiError {
  if (!isProblem(body)) return new ApiError({ status, code: codeOf(status) })
  const { request_id: requestId, ...rest } = body
  return new ApiError({ ...rest, status, requestId })
}

/** What to tell a person about any failure. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.detail ?? errorText(error.code)
  if (error instanceof Error && error.message === SESSION_LOST) return errorText('auth.session_ended')
  return errorText('internal')
}

export const SESSION_LOST = 'Authentication failed. Please log in again.'
