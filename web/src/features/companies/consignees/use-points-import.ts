import { consigneeRoutes, type ListedConsignee } from '@artikul/contract/companies/consignees'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, messageOf } from '../../../lib/api/api-error.ts'
import { session, useSession } from '../../../lib/session/current-session.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'

/** Outcome of a row: created or changed, or refused with the server's message. */
export type ImportOutcome = { made: true } | { made: false; why: string }

const currentCompany = () => session.getState().contractor?.id

/** Aborts when another company is selected here or in another tab: every call applies to the current company. */
function untilCompanyChanges(company: number | undefined) {
  const other = new AbortController()
  const leave = session.subscribe(() => {
    if (currentCompany() !== company) other.abort()
  })
  return { signal: other.signal, leave }
}

/** Creates the point of a row, or updates the existing one. */
async function saveListed({ known, fields }: ListedConsignee, signal: AbortSignal): Promise<void> {
  if (!fields) return
  if (!known) await call(consigneeRoutes.create, { body: fields, signal })
  else {
    const body = { ...fields, version: known.version }
    await call(consigneeRoutes.update, { params: { id: known.id }, body, signal })
  }
}

async function make(point: ListedConsignee, signal: AbortSignal): Promise<ImportOutcome> {
  try {
    await saveListed(point, signal)
    return { made: true }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'contractor.changed') throw error
    if (signal.aborted) return { made: false, why: 'Ответа не дождались: проверьте точку в списке' }
    const field = error instanceof ApiError ? error.errors[0]?.message : undefined
    return { made: false, why: field ?? messageOf(error) }
  }
}

/** Counts the rows that add a point and those that change one. */
function countsOf(rows: readonly ListedConsignee[]) {
  const changed = rows.filter(({ known }) => known).length
  return { added: rows.length - changed, changed }
}
export type ImportCounts = ReturnType<typeof countsOf>

/** Parses a file and, after confirmation, saves its points one by one to the company it was parsed for. */
export function usePointsImport(onMade: () => void) {
  const queryClient = useQueryClient()
  const company = useSession().contractor?.id
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, ImportOutcome>>(new Map())
  const reading = useMutation({
    mutationFn: async (file: File) => {
      const readFor = currentCompany()
      return { readFor, points: (await call(consigneeRoutes.readList, { file })).results }
    },
    onMutate: () => setOutcomes(new Map()),
  })
  const points = reading.data?.points ?? []
  const isOthers = reading.data !== undefined && reading.data.readFor !== company
  const good = points.filter(({ error, fields }) => !error && fields)
  const made = good.filter(({ row }) => outcomes.get(row)?.made)
  const waiting = isOthers ? [] : good.filter((point) => !made.includes(point))
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
      return invalidate(queryClient, ['consignees'])
    },
  })
  return {
    points,
    outcomes,
    waiting: countsOf(waiting),
    made: countsOf(made),
    good: countsOf(good),
    /** True when no row of the file is left. */
    isDone:
      points.length > 0 &&
      !isOthers &&
      waiting.length === 0 &&
      (made.length > 0 || points.every(({ error }) => !error)),
    /** True when the file was parsed for a company that is no longer the current one. */
    isOthers,
    error: reading.error ?? making.error,
    isReading: reading.isPending,
    isMaking: making.isPending,
    read: reading.mutate,
    makeAll: () => making.mutate(),
    /** Stops the import after the point in progress. */
    stop: () => stopper.current?.abort(),
  }
}
