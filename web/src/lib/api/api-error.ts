import { SAID_BY_BROWSER, type LineDifference, type ErrorCode, type Problem } from '@artikul/contract/core/errors'

/** Messages of the browser itself when no valid reply exists. */
const OWN_TEXTS = {
  network: 'Нет соединения с сервером',
  'reply.unexpected': 'Сервер ответил непонятно, повторите позже',
  page: 'Страница не справилась с ответом: обновите её и повторите',
  'auth.session_ended': SAID_BY_BROWSER['auth.session_ended'].title,
  unavailable: SAID_BY_BROWSER.unavailable.title,
} as const

type OwnCode = keyof typeof OWN_TEXTS

/** The server's codes, and those for an unreachable server or a reply that does not match the contract. */
type ApiErrorCode = ErrorCode | OwnCode

interface Details {
  status: number
  code: ApiErrorCode
  title: string
  detail?: string | undefined
  errors?: { path: string; message: string }[] | undefined
  differences?: LineDifference[] | undefined
  requestId?: string | undefined
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: ApiErrorCode
  readonly title: string
  readonly detail: string | undefined
  readonly errors: readonly { path: string; message: string }[]
  readonly differences: readonly LineDifference[]
  readonly requestId: string | undefined

  constructor(details: Details) {
    super(details.detail ?? details.title)
    this.status = details.status
    this.code = details.code
    this.title = details.title
    this.detail = details.detail
    this.errors = details.errors ?? []
    this.differences = details.differences ?? []
    this.requestId = details.requestId
  }

  /** True when the server could not be reached or could not answer, which does not end the session. */
  get isTemporary() {
    return this.code === 'network' || this.status >= 500
  }
}

const ownError = (status: number, code: OwnCode) => new ApiError({ status, code, title: OWN_TEXTS[code] })

export const networkError = () => ownError(0, 'network')

export const unexpectedReply = (status: number) => ownError(status, 'reply.unexpected')

/** Code of a reply without a problem document: balancers send such replies while the server is away. */
function codeOf(status: number): OwnCode {
  if (status >= 502 && status <= 504) return 'unavailable'
  return 'reply.unexpected'
}

/** Checks the shape, because intermediate servers may answer with JSON of their own. */
const isProblem = (body: unknown): body is Problem =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  typeof body.code === 'string' &&
  'title' in body &&
  typeof body.title === 'string'

export function problemError(status: number, body: unknown): ApiError {
  if (!isProblem(body)) return ownError(status, codeOf(status))
  const { request_id: requestId, ...rest } = body
  return new ApiError({ ...rest, status, requestId })
}

/** Returns the message for any failure. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message
  if (error instanceof Error && error.message === SESSION_LOST) return OWN_TEXTS['auth.session_ended']
  if (error instanceof Error && error.message === INVALID_LOGIN) return OWN_TEXTS['reply.unexpected']
  return OWN_TEXTS.page
}

export const INVALID_LOGIN = 'Invalid login response'
export const SESSION_LOST = 'Authentication failed. Please log in again.'
