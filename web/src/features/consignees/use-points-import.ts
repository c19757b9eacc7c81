import type { ListedConsignee } from '@artikul/contract/consignees'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../lib/api-error.ts'
import { session, useSession } from '../../lib/current-session.ts'
import { createListed, readConsignees } from './consignees.api.ts'

/** What has become of a row: made, or refused in the words of the server. */
export type Outcome = { made: true } | { made: false; why: string }

const currentCompany = () => session.getState().contractor?.id

/** Ends as soon as another company is chosen here or in another tab: a call names the company that is current. */
function untilCompanyChanges(company: number | undefined) {
  const other = new AbortController()
  const leave = session.subscribe(() => {
    if (currentCompany() !== company) other.abort()
  })
  return { signal: other.signal, leave }
}

async function make({ fields }: ListedConsignee, signal: AbortSignal): Promise<Outcome> {
  try {
    if (fields) await createListed(fields, signal)
    return { made: true }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'contractor.changed') throw error
    if (signal.aborted) return { made: false, why: 'Ответа не дождались: проверьте, есть ли точка в списке' }
    const field = error instanceof ApiError ? error.errors[0]?.message : undefined
    return { made: false, why: field ?? messageOf(error) }
  }
}

/** A file that is read, looked at, and only then made into points of the company it was read for, one by one. */
export function usePointsImport(onMade: () => void) {
  const queryClient = useQueryClient()
  const company = useSession().contractor?.id
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map())
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const readFor = currentCompany()
      return { readFor, points: (await readConsignees(file)).results }
    },
    onMutate: () => setOutcomes(new Map()),
  })
  const points = reading.data?.points ?? []
  const isOthers = reading.data !== undefined && reading.data.readFor !== company
  const good = points.filter(({ error, fields }) => !error && fields)
  const waiting = isOthers ? [] : good.filter(({ row }) => !outcomes.get(row)?.made)
  const stopper = useRef<AbortController>(null)
  useEffect(() => () => stopper.current?.abort(), [])
  const making = useMutation({
    mutationFn: async () => {
      const stop = new AbortController()
      stopper.current = stop
      const { signal, leave } = untilCompanyChanges(reading.data?.readFor)
      try {
        for (const point of waiting) {
          if (stop.signal.aborted || signal.aborted) break
          const outcome = await make(point, signal)
          setOutcomes((before) => new Map(before).set(point.row, outcome))
        }
      } finally {
        leave()
      }
    },
    onSettled: () => {
      onMade()
      return queryClient.invalidateQueries({ queryKey: ['consignees'] })
    },
  })
  return {
    points,
    waiting,
    outcomes,
    made: [...outcomes.values()].filter((outcome) => outcome.made).length,
    /** Rows that can be made. */
    good: good.length,
    /** The file was read for a company that is not the current one any more. */
    isOthers,
    error: reading.error ?? making.error,
    isReading: reading.isPending,
    isMaking: making.isPending,
    read: reading.mutate,
    makeAll: () => making.mutate(),
    /** The point under way is waited for. */
    stop: () => stopper.current?.abort(),
  }
}
