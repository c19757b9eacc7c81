import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import { createContext, use, type ComponentType } from 'react'
import { useHasRole } from '../../../../lib/session/current-session.ts'

interface Props {
  product: ProductBrief
  /** It can be had now: what is waited for is then asked first. */
  available: boolean
}

/** «Сообщить о поступлении». It belongs to another feature, so the route hands it over. */
export type WatchProduct = ComponentType<Props>

export const WatchProductContext = createContext<WatchProduct | null>(null)

/** Null where there is no such button, or for whom it is not. */
export function useWatchProduct(): WatchProduct | null {
  const button = use(WatchProductContext)
  return useHasRole('ContractorAdmin', 'ContractorUser') ? button : null
}
