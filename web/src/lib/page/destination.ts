import type { ConsigneeOption } from '@artikul/contract/companies/consignees'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { consigneesQuery } from '../queries/consignees-query.ts'
import { session, useHasRole, useSession } from '../session/current-session.ts'
import { queryClient } from '../api/query-client.ts'
import { onRemembered, recall, remember } from '../browser/storage.ts'

/** «Куда»: the point used for dates and for new cart lines, stored per company. */
const nameOf = (contractorId: number) => `artikul.destination.${contractorId}`

function savedFor(contractorId: number | undefined): number | undefined {
  return contractorId === undefined ? undefined : Number(recall(nameOf(contractorId))) || undefined
}

const usualOf = (points: readonly ConsigneeOption[]) =>
  points.find((point) => point.is_default) ?? (points.length === 1 ? points[0] : undefined)

/** Returns the point for dates; a deleted point is dropped, and the server uses the default one. */
const destinationOf = (points: readonly ConsigneeOption[] | undefined, saved: number | undefined) =>
  !points || points.some((point) => point.id === saved) ? saved : undefined

/** Returns the currently known point for dates, for queries that start with a route. */
export const knownDestination = (): number | undefined =>
  destinationOf(
    queryClient.getQueryData(consigneesQuery.queryKey)?.results,
    savedFor(session.getState().contractor?.id),
  )

/**
 * `points` are the selectable points, `chosen` is the one used for dates, `usual` the default one. `asked` is the id of
 * a user's explicit choice; absent for the default point, which the server knows.
 */
export function useDestination() {
  const { contractor } = useSession()
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const { data } = useQuery({ ...consigneesQuery, enabled: isClient && contractor !== null })
  const saved = useSyncExternalStore(onRemembered, () => savedFor(contractor?.id))
  const consigneeId = isClient ? destinationOf(data?.results, saved) : undefined
  const points = (isClient && data?.results) || []
  return {
    points,
    asked: consigneeId,
    chosen: points.find((point) => point.id === consigneeId) ?? usualOf(points),
    usual: usualOf(points),
    choose: (id: number) => contractor && remember(nameOf(contractor.id), String(id)),
  }
}
