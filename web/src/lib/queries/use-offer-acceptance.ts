import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../session/current-session.ts'
import { useInvalidate } from '../api/use-api-mutation.ts'
import { acceptOffer, offerToAcceptQuery } from './offer-query.ts'

/**
 * State of accepting the public offer: the box is unchecked at first; acceptance applies to the version on the screen.
 * @param isAsked false when the current user places no orders in a company's name
 */
export function useOfferAcceptance(isAsked = true) {
  const { user } = useSession()
  const enabled = isAsked && user?.may.place_orders === true
  const { data } = useQuery({ ...offerToAcceptQuery, enabled })
  const offer = enabled ? (data?.to_accept ?? null) : null
  const [checked, setChecked] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isChecked = offer !== null && checked === offer.version
  const isOnBehalf = user !== null && user.impersonated_by !== null
  const refresh = useInvalidate('legal/offer/acceptance')
  return {
    offer,
    /** True during impersonation, when the manager cannot accept the offer. */
    isOnBehalf,
    isChecked,
    error,
    check: (yes: boolean) => {
      setChecked(yes && offer ? offer.version : null)
      setError(null)
    },
    /** Refetches the offer to accept after the server has refused because of it. */
    refresh,
    /** @returns false when the box is unchecked, which is shown as an error */
    accept: async (): Promise<boolean> => {
      if (!offer || isOnBehalf) return true
      if (!isChecked) {
        setError('Примите условия оферты')
        return false
      }
      try {
        await acceptOffer(offer.version)
      } finally {
        await refresh()
      }
      return true
    },
  }
}
export type OfferAcceptance = ReturnType<typeof useOfferAcceptance>
