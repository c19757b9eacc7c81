import type { SupplierCredentials, SupplierField } from '../../querying/adapter.ts'

/** Header of every request. */
export const signedBy = ({ secret }: SupplierCredentials): SupplierField[] => [['authorization', `Bearer ${secret}`]]
