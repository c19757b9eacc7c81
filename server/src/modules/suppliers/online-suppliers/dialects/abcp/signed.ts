import { createHash } from 'node:crypto'
import type { Access, Field } from '../../asking/dialect.ts'

/** Returns the MD5 of the password, which ABCP uses instead of the password. */
export const passwordOf = ({ secret }: Access): string => createHash('md5').update(secret).digest('hex')

/** Fields at the start of every call. */
export const signedBy = (access: Access): Field[] => [
  ['userlogin', access.login],
  ['userpsw', passwordOf(access)],
]
