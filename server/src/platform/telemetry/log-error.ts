/**
 * An error as the log may know it: what PostgreSQL says of a row (message, detail, parameters) may be somebody's name or
 * e-mail, so only the place of the failure is kept.
 */
export function loggable(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'not an error' }
  if (!('severity' in error)) return { type: error.name, message: error.message, stack: error.stack }
  const { code, table, constraint, column, routine } = error as unknown as Record<string, unknown>
  const place = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? []
  return { type: 'PostgresError', code, table, constraint, column, routine, stack: place.join('\n') }
}
