import { ERRORS, type LineDifference, type ErrorCode } from '@artikul/contract/core/errors'

interface ErrorDetails {
  /** Russian sentence more specific than the catalogue's title. */
  detail?: string
  errors?: { path: string; message: string }[]
  differences?: LineDifference[]
  /** Seconds after which a retry makes sense. */
  retryAfter?: number
}

/** Expected refusal. Any other error is answered with a 500 without a text. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(details.detail ?? ERRORS[code].title)
    this.code = code
    this.details = details
  }

  get status() {
    return ERRORS[this.code].status
  }
}
