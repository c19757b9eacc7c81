import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import { createContext, use, type ComponentType } from 'react'
import { useHasRole } from '../../../../lib/session/current-session.ts'

interface Props {
  product: ProductBrief
  /** It can be had now: what is waited for is then asked first. */
  available: boolean
}

/** «Сообщить о поступлении». It belongs to another feature, so the route hands it over. */
export type AlertProduct = ComponentType<Props>

export const AlertProductContext = createContext<AlertProduct | null>(null)

/** Null where there is no such button, or for whom it is not. */
export function useAlertProduct(): AlertProduct | null {
  const button = use(AlertProductContext)
  return useHasRole('ContractorAdmin', 'ContractorUser') ? button : null
}
