import type { Offer } from '@artikul/contract/catalog/catalog'
import type { Kysely } from 'kysely'
import type { EncryptionKeys } from '../../../../platform/encryption.ts'
import type { DB } from '../../../../platform/db/index.ts'
import type { Actor, callRoute } from '../../../../platform/http/index.ts'
import type { ReadBrands } from '../../../catalog/index.ts'
import type { searcherOf, searchMany } from '../../../ordering/index.ts'
import type { PlaceByKeyDeps } from '../partner-orders.ts'
import type { AbcpFields } from './abcp-fields.ts'

export interface AbcpDeps extends PlaceByKeyDeps {
  readBrands: ReadBrands
  readZone: Parameters<typeof searcherOf>[1]
  driver: Parameters<typeof searchMany>[0]['driver']
  itemKeys: EncryptionKeys
}

/** Admitted call of the ABCP protocol. */
export type AbcpCall = Parameters<typeof callRoute>[0] & {
  deps: AbcpDeps
  actor: Actor
  contractorId: number
  /** Delivery point of the key; undefined for the usual one. */
  pointId: number | undefined
  fields: AbcpFields
  /** Handle with access to the rows of the company only. */
  db: Kysely<DB>
  /** Removes the price when the key does not see prices. */
  shown: (offer: Offer) => Offer
}
