import { createHash } from 'node:crypto'
import type { SupplierCredentials, SupplierField } from '../../querying/adapter.ts'

/** Returns the MD5 of the password, which ABCP uses instead of the password. */
export const passwordOf = ({ secret }: SupplierCredentials): string => createHash('md5').update(secret).digest('hex')

/** Fields at the start of every call. */
export const signedBy = (access: SupplierCredentials): SupplierField[] => [
  ['userlogin', access.login],
  ['userpsw', passwordOf(access)],
]
