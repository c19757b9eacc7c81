import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import { createContext, use, type ComponentType } from 'react'
import { useHasRole } from '../../../../lib/session/current-session.ts'

interface Props {
  product: ProductBrief
  /** True when the product is available now, so that the alert defaults to a price. */
  available: boolean
}

/** «Сообщить о поступлении». It belongs to another feature, so the route provides it. */
export type AlertProduct = ComponentType<Props>

export const AlertProductContext = createContext<AlertProduct | null>(null)

/** Returns `null` where the button is unavailable. */
export function useAlertProduct(): AlertProduct | null {
  const button = use(AlertProductContext)
  return useHasRole('ContractorAdmin', 'ContractorUser') ? button : null
}
