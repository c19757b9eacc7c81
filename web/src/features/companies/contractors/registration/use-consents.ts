import type { AgreedKind } from '@artikul/contract/companies/legal-kinds'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../../lib/api/api-error.ts'
import { legalQuery } from '../../../../lib/queries/legal-query.ts'

/** State of both checkboxes: unchecked at first; consent is given to the version on the screen. */
export function useConsents() {
  const queryClient = useQueryClient()
  const offer = useQuery(legalQuery('offer'))
  const personalData = useQuery(legalQuery('personal_data'))
  const [given, setGiven] = useState<Partial<Record<AgreedKind, number>>>({})
  const texts = { offer: offer.data, personal_data: personalData.data }
  return {
    isLoaded: offer.data !== undefined && personalData.data !== undefined,
    error: (offer.data ? null : offer.error) ?? (personalData.data ? null : personalData.error),
    retry: () => void queryClient.refetchQueries({ queryKey: ['legal'], type: 'active' }),
    isGiven: (kind: AgreedKind) => given[kind] !== undefined,
    give: (kind: AgreedKind, yes: boolean) =>
      setGiven((all) => ({ ...all, [kind]: yes ? texts[kind]?.version : undefined })),
    /** Version 0 represents an unchecked box, which the contract rejects. */
    accepted: { offer_version: given.offer ?? 0, personal_data_version: given.personal_data ?? 0 },
    /** Clears the boxes and refetches the texts when they have changed meanwhile. */
    restart: async (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'legal.changed') return false
      setGiven({})
      await queryClient.refetchQueries({ queryKey: ['legal'], type: 'active' })
      return true
    },
  }
}
export type Consents = ReturnType<typeof useConsents>

export const CONSENT_FIELDS = ['accepted.offer_version', 'accepted.personal_data_version'] as const

const REFUSALS: Record<AgreedKind, string> = {
  offer: 'Примите условия оферты',
  personal_data: 'Нужно согласие на обработку персональных данных',
}

/** Errors of unchecked boxes. */
export const consentRefusals = ({ isGiven }: Consents): Record<string, string> => ({
  ...(!isGiven('offer') && { 'accepted.offer_version': REFUSALS.offer }),
  ...(!isGiven('personal_data') && { 'accepted.personal_data_version': REFUSALS.personal_data }),
})
