/** Which constraint or unique index of the database a write broke, if that is what went wrong. */
export const brokenConstraint = (error: unknown): string | null =>
  error instanceof Error && 'constraint_name' in error && typeof error.constraint_name === 'string'
    ? error.constraint_name
    : null
