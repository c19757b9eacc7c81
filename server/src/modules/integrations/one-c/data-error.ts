/** Checks for an error of the database about values, which the same values cause again (SQLSTATE 22 and 23). */
export const isDataError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))
