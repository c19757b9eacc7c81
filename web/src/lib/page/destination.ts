import type { ConsigneeOption } from '@artikul/contract/companies/consignees'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { consigneesQuery } from '../queries/consignees-query.ts'
import { session, useHasRole, useSession } from '../session/current-session.ts'
import { queryClient } from '../api/query-client.ts'
import { onRemembered, recall, remember } from '../browser/storage.ts'

/** «Куда»: the point that dates are for and new lines of the cart go to, chosen for each company apart. */
const nameOf = (contractorId: number) => `artikul.destination.${contractorId}`

function savedFor(contractorId: number | undefined): number | undefined {
  return contractorId === undefined ? undefined : Number(recall(nameOf(contractorId))) || undefined
}

const usualOf = (points: readonly ConsigneeOption[]) =>
  points.find((point) => point.is_default) ?? (points.length === 1 ? points[0] : undefined)

/** Delivery point of dates; a removed point is dropped, and the server uses the usual one. */
const askedFor = (points: readonly ConsigneeOption[] | undefined, saved: number | undefined) =>
  !points || points.some((point) => point.id === saved) ? saved : undefined

/** The point to ask dates for as far as it is known now, for reads that begin with a route. */
export const knownDestination = (): number | undefined =>
  askedFor(queryClient.getQueryData(consigneesQuery.queryKey)?.results, savedFor(session.getState().contractor?.id))

/**
 * `points` are what there is to choose from, `chosen` the one that dates are for, `usual` the one without a choice;
 * `asked` is its number once a person chose it, absent for the usual one, which the server knows itself.
 */
export function useDestination() {
  const { contractor } = useSession()
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const { data } = useQuery({ ...consigneesQuery, enabled: isClient && contractor !== null })
  const saved = useSyncExternalStore(onRemembered, () => savedFor(contractor?.id))
  const asked = isClient ? askedFor(data?.results, saved) : undefined
  const points = (isClient && data?.results) || []
  return {
    points,
    asked,
    chosen: points.find((point) => point.id === asked) ?? usualOf(points),
    usual: usualOf(points),
    choose: (id: number) => contractor && remember(nameOf(contractor.id), String(id)),
  }
}
