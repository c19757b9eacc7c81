import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useSession } from '../session/current-session.ts'
import { acceptOffer, offerToAcceptQuery } from './offer-query.ts'

/**
 * The box begins empty, and what is accepted is the version that was on the screen.
 * @param isAsked false: the person who is here places nothing in a company's name
 */
export function useOfferAcceptance(isAsked = true) {
  const { user } = useSession()
  const queryClient = useQueryClient()
  const enabled = isAsked && user?.may.place_orders === true
  const { data } = useQuery({ ...offerToAcceptQuery, enabled })
  const offer = enabled ? (data?.to_accept ?? null) : null
  const [checked, setChecked] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const isChecked = offer !== null && checked === offer.version
  const isOnBehalf = user !== null && user.impersonated_by !== null
  const refresh = () => queryClient.invalidateQueries({ queryKey: offerToAcceptQuery.queryKey })
  return {
    offer,
    /** A manager in a client's name accepts nothing. */
    isOnBehalf,
    isChecked,
    error,
    check: (yes: boolean) => {
      setChecked(yes && offer ? offer.version : null)
      setError(null)
    },
    /** Reads anew what is to be accepted: the server has just refused for it. */
    refresh,
    /** @returns false: the box is empty, and that is said beside it */
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
