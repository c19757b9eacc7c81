/**
 * Converts an error for the log: PostgreSQL's details of a row (message, detail, parameters) may contain a name or an
 * email address, so only the location of the failure is kept.
 */
export function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'not an error' }
  if (!('severity' in error)) return { type: error.name, message: error.message, stack: error.stack }
  const { code, table, constraint, column, routine } = error as unknown as Record<string, unknown>
  const place = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  return { type: 'PostgresError', code, table, constraint, column, routine, stack: place.join('\n') }
}
