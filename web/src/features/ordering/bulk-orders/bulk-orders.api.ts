import type { ListRow } from '@artikul/contract/ordering/bulk-order-rows'
import {
  listRoutes,
  type List,
  type ListColumn,
  type ListRowPatch,
  type Strategy,
} from '@artikul/contract/ordering/bulk-orders'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call, follow } from '../../../lib/api/call.ts'
import type { RequestedReading } from '../../../ui/windows/columns-dialog.tsx'
import { toast } from '../../../ui/hints/toast.ts'

export const listsQuery = queryOptions({
  queryKey: ['bulk-orders'],
  queryFn: async ({ signal }) => (await call(listRoutes.own, { signal })).results,
})

const paramsOf = (id: number) => ({ id: String(id) })

export const listQuery = (id: number) =>
  queryOptions({
    queryKey: ['bulk-orders', id],
    queryFn: ({ signal }) => call(listRoutes.get, { params: paramsOf(id), signal }),
    staleTime: 0,
  })

export const rowQuery = (id: number, position: number) =>
  queryOptions({
    queryKey: ['bulk-orders', id, 'row', position],
    queryFn: ({ signal }) => call(listRoutes.row, { params: { ...paramsOf(id), position: String(position) }, signal }),
    staleTime: 0,
  })

export const strategiesQuery = (id: number) =>
  queryOptions({
    queryKey: ['bulk-orders', id, 'strategies'],
    queryFn: async ({ signal }) => (await call(listRoutes.strategies, { params: paramsOf(id), signal })).results,
    staleTime: 0,
  })

export const sendFile = (file: File, consigneeId: number | undefined) =>
  call(listRoutes.upload, {
    file,
    query: { name: file.name.slice(0, 200), ...(consigneeId && { consignee_id: String(consigneeId) }) },
  })

export const sendText = (text: string, consigneeId: number | undefined) =>
  call(listRoutes.paste, { body: { text, ...(consigneeId && { consignee_id: consigneeId }) } })

export const removeList = (id: number) => call(listRoutes.remove, { params: paramsOf(id) })

export const fetchAnswer = (id: number) => call(listRoutes.file, { params: paramsOf(id) })

export const saveBulkOrderLayout = (id: number, body: RequestedReading<ListColumn>) =>
  call(listRoutes.setLayout, { params: paramsOf(id), body })

const toastRefusal = (summary: string) => (error: unknown) =>
  toast({ severity: 'error', summary, detail: messageOf(error) })

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
      call(listRoutes.changeRow, { params: { ...paramsOf(id), position: String(position) }, body: patch }),
    (list, { position, patch }) => withRows(list, (row) => (row.position === position ? guessed(row, patch) : row)),
  )
  const settle = (row: ListRow) => {
    queryClient.setQueryData(
      listQuery(id).queryKey,
      (list) => list && withRows(list, (own) => (own.position === row.position ? row : own)),
    )
    void queryClient.invalidateQueries({ queryKey: strategiesQuery(id).queryKey })
  }
  return (position: number, patch: ListRowPatch, onDone?: () => void) =>
    change.mutate({ position, patch }, { onSuccess: (row) => (settle(row), onDone?.()) })
}

export function useSelectRows(id: number) {
  return useListChange(
    id,
    (input: { positions: number[]; selected?: boolean; consignee_id?: number | null }) =>
      call(listRoutes.select, { params: paramsOf(id), body: input }),
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

/** Performs an action on the whole list and refetches it. */
function useListAct<T, R>(id: number, act: (input: T) => Promise<R>, refusal: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: listQuery(id).queryKey }),
    onError: toastRefusal(refusal),
  })
}

export const useChooseAll = (id: number) =>
  useListAct(
    id,
    (strategy: Strategy) => call(listRoutes.choose, { params: paramsOf(id), body: { strategy } }),
    'Предложения не выбраны',
  )

export function useToCart(id: number) {
  const queryClient = useQueryClient()
  const act = useListAct(id, () => call(listRoutes.toCart, { params: paramsOf(id) }), 'В корзину не положено')
  return {
    ...act,
    put: (onDone: (added: number, left: number) => void) =>
      act.mutate(undefined, {
        onSuccess: ({ added, left }) => {
          void queryClient.invalidateQueries({ queryKey: ['cart'] })
          onDone(added, left.length)
        },
      }),
  }
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
      for await (const event of follow(listRoutes.progress, { params: paramsOf(id), signal: leaving.signal }))
        setDone(event.done_count)
      await queryClient.invalidateQueries({ queryKey: listQuery(id).queryKey, exact: true })
      await queryClient.invalidateQueries({ queryKey: listsQuery.queryKey, exact: true })
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
