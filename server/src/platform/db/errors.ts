const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/**
 * Detects that the database cannot be reached: connection lost, server shutting down or no longer the leader, no
 * connections or disk left.
 */
export const isDatabaseAway = (error: unknown) => /^(ECONN|EPIPE|ENOENT|08|25006|57P|53|58)/.test(codeOf(error))

/** Detects a transaction that lost against another one: a deadlock or a conflict. */
export const isTransactionLost = (error: unknown) => /^(40001|40P01)/.test(codeOf(error))

/** Detects an exceeded time limit: of an idle transaction, of a lock, of a statement. */
export const isTimeLimitExceeded = (error: unknown) => /^(25P03|55P03|57014)/.test(codeOf(error))
