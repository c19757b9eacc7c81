import type { ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import { listRoutes, type List, type ListRowPatch } from '@artikul/contract/ordering/bulk-orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call, follow } from '../../../lib/api/call.ts'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'

export const listsQuery = query(listRoutes.own, {}, { select: ({ results }) => results })

export const listQuery = (id: number) => query(listRoutes.get, { params: { id } }, { staleTime: 0 })

/** Applies a change to the list optimistically and reverts it when the server refuses. */
function useListChange<T, R>(id: number, send: (input: T) => Promise<R>, apply: (list: List, input: T) => List) {
  const queryClient = useQueryClient()
  const { queryKey } = listQuery(id)
  return useMutation({
    mutationFn: send,
    onMutate: async (input: T) => {
      await queryClient.cancelQueries({ queryKey, exact: true })
      const before = queryClient.getQueryData(queryKey)
      if (before) queryClient.setQueryData(queryKey, apply(before, input))
      return before
    },
    onError: (error, _asked, before) => {
      if (before) queryClient.setQueryData(queryKey, before)
      toastRefusal('Список не изменён')(error)
    },
  })
}

const withRows = (list: List, change: (row: ListRow) => ListRow): List => ({ ...list, rows: list.rows.map(change) })

/** Optimistic state of a corrected row. */
function guessed(row: ListRow, { selected, consignee_id, client_ref, qty }: ListRowPatch): ListRow {
  return {
    ...row,
    ...(selected !== undefined && { selected }),
    ...(consignee_id !== undefined && { consignee_id }),
    ...(client_ref !== undefined && { client_ref }),
    ...(qty !== undefined && { qty }),
  }
}

export function useChangeRow(id: number) {
  const queryClient = useQueryClient()
  const change = useListChange(
    id,
    ({ position, patch }: { position: number; patch: ListRowPatch }) =>
      call(listRoutes.changeRow, { params: { id, position }, body: patch }),
    (list, { position, patch }) => withRows(list, (row) => (row.position === position ? guessed(row, patch) : row)),
  )
  const settle = (row: ListRow) => {
    queryClient.setQueryData(
      listQuery(id).queryKey,
      (list) => list && withRows(list, (own) => (own.position === row.position ? row : own)),
    )
    void invalidate(queryClient, [`bulk-orders/${id}/strategies`])
  }
  return (position: number, patch: ListRowPatch, onDone?: () => void) =>
    change.mutate({ position, patch }, { onSuccess: (row) => (settle(row), onDone?.()) })
}

export function useSelectRows(id: number) {
  return useListChange(
    id,
    (input: { positions: number[]; selected?: boolean; consignee_id?: number | null }) =>
      call(listRoutes.select, { params: { id }, body: input }),
    (list, { positions, ...input }) => {
      const meant = new Set(positions)
      return withRows(list, (row) => {
        if (!meant.has(row.position)) return row
        const selected = input.selected === undefined ? row.selected : input.selected && row.choices.length > 0
        return {
          ...row,
          selected,
          consignee_id: input.consignee_id === undefined ? row.consignee_id : input.consignee_id,
        }
      })
    },
  )
}

/** Follows the server's progress and refetches the list at the end. */
export function useBulkOrderProgress(list: Pick<List, 'id' | 'rows_count' | 'done_count'> | undefined) {
  const queryClient = useQueryClient()
  const [done, setDone] = useState<number | null>(null)
  const watching = useRef<AbortController | null>(null)
  const id = list?.id
  const isWorking = list !== undefined && list.done_count < list.rows_count
  useEffect(() => () => watching.current?.abort(), [id])
  useEffect(() => {
    // An open stream ends by itself, even when the list was complete earlier.
    if (id === undefined || !isWorking || watching.current) return
    const leaving = new AbortController()
    watching.current = leaving
    const watch = async () => {
      for await (const event of follow(listRoutes.progress, { params: { id }, signal: leaving.signal }))
        setDone(event.done_count)
      for (const { queryKey } of [listQuery(id), listsQuery])
        await queryClient.invalidateQueries({ queryKey, exact: true })
    }
    watch()
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) toastRefusal('Поиск по списку прервался')(error)
      })
      .finally(() => {
        if (watching.current === leaving) watching.current = null
        setDone(null)
      })
  }, [id, isWorking, queryClient])
  return isWorking ? (done ?? list.done_count) : null
}
