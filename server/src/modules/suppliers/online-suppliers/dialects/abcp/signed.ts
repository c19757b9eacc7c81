import { createHash } from 'node:crypto'
import type { Access, Field } from '../../asking/dialect.ts'

/** What ABCP takes for a password: it knows none but by its MD5. */
export const passwordOf = ({ secret }: Access): string => createHash('md5').update(secret).digest('hex')

/** The fields that every call begins with. */
export const signedBy = (access: Access): Field[] => [
  ['userlogin', access.login],
  ['userpsw', passwordOf(access)],
]
