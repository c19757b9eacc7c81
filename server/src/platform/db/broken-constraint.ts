/** Returns the constraint or unique index violated by a write; null for other errors. */
export const brokenConstraint = (error: unknown): string | null =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null
