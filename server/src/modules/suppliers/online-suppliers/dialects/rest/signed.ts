import type { Access, Field } from '../../asking/dialect.ts'

/** Header of every request. */
export const signedBy = ({ secret }: Access): Field[] => [['authorization', `Bearer ${secret}`]]
