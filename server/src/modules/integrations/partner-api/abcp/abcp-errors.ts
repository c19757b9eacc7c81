import { AppError } from '../../../../platform/errors.ts'

/** Codes of refusals by the documentation of the protocol. */
export type AbcpCode = 1 | 2 | 3 | 4 | 13 | 102 | 103 | 201 | 202 | 301 | 303

const STATUSES: Record<AbcpCode, number> = {
  ...{ 1: 400, 2: 400, 3: 404, 4: 400, 13: 500, 102: 403, 103: 403, 201: 400, 202: 409, 301: 404, 303: 429 },
}

/** Refusal in the words of the protocol. */
export class AbcpError extends Error {
  readonly code: AbcpCode
  constructor(code: AbcpCode, message: string) {
    super(message)
    this.code = code
  }

  get status() {
    return STATUSES[this.code]
  }
}

/** Code of the protocol for a refusal of the portal. */
function codeOf({ code, status }: AppError): AbcpCode {
  if (code === 'api_key.invalid') return 102
  if (code === 'idempotency.body_differs') return 202
  if (status === 404) return 301
  if (status === 429 || code === 'idempotency.running') return 303
  if (status === 403 || code === 'contractor.stopped' || code === 'contractor.pending') return 103
  return code === 'input.invalid' ? 4 : 201
}

/** A refusal in the words of the protocol; null for a failure of the portal. */
export function asAbcpError(error: unknown): AbcpError | null {
  if (error instanceof AbcpError) return error
  if (!(error instanceof AppError) || error.status >= 500) return null
  const message = error.code === 'api_key.invalid' ? 'User Authentication Error' : error.message
  return new AbcpError(codeOf(error), message)
}
