import type { ProductBrief } from '@artikul/contract/catalog/catalog'
import { createContext, use, type ComponentType } from 'react'
import { useHasRole } from '../../../../lib/session/current-session.ts'

interface Props {
  product: ProductBrief
  /** Available now: the alert is then for a price first. */
  available: boolean
}

/** «Сообщить о поступлении». It belongs to another feature, so the route hands it over. */
export type AlertProduct = ComponentType<Props>

export const AlertProductContext = createContext<AlertProduct | null>(null)

/** Returns `null` where the button is unavailable. */
export function useAlertProduct(): AlertProduct | null {
  const button = use(AlertProductContext)
  return useHasRole('ContractorAdmin', 'ContractorUser') ? button : null
}
