import type { Access, Field } from '../../asking/dialect.ts'

/** The header that every request carries. */
export const signedBy = ({ secret }: Access): Field[] => [['authorization', `Bearer ${secret}`]]
