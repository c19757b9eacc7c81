/** Which constraint or unique index of the database a write broke, if that is what went wrong. */
export const brokenConstraint = (error: unknown): string | null =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null
