import type { SupplierCredentials, SupplierField } from '../../asking/dialect.ts'

/** Header of every request. */
export const signedBy = ({ secret }: SupplierCredentials): SupplierField[] => [['authorization', `Bearer ${secret}`]]
