import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'

/** Product or brand that certificates belong to. */
export interface CertificateOwner {
  of: 'product' | 'brand'
  id: number
}

/** Queries that show certificates of the owner; those of a brand are on its products too. */
export const keysOfOwner = ({ of, id }: CertificateOwner): KeyPrefix[] =>
  of === 'product' ? [`products/${id}/certificates`] : ['products', `brands/${id}/certificates`]
