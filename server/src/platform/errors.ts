import { ERRORS, type LineDifference, type ErrorCode } from '@artikul/contract/core/errors'

interface ErrorDetails {
  /** A Russian sentence more exact than the catalogue's title. */
  detail?: string
  errors?: { path: string; message: string }[]
  differences?: LineDifference[]
  /** Seconds after which a retry makes sense. */
  retryAfter?: number
}

/** An expected refusal. Anything else that is thrown becomes one 500 without a text. */
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
