import type { MessageBody } from '@artikul/contract/core/attachments'
import { orderMessageRoutes as routes } from '@artikul/contract/ordering/order-messages'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { uploadFile, type FileSource } from '../../../lib/api/attachments.ts'
import { call } from '../../../lib/api/call.ts'
import { useSendOnce } from '../../../lib/api/use-idempotency-key.ts'
import { toast } from '../../../ui/hints/toast.ts'

const paramsOf = (orderId: number) => ({ id: String(orderId) })

/** Nested under the order's key, so that every event of the order refreshes it. */
export const orderMessagesQuery = (orderId: number) =>
  queryOptions({
    queryKey: ['order', String(orderId), 'talk'],
    queryFn: ({ signal }) => call(routes.read, { params: paramsOf(orderId), signal }),
  })

export const orderFiles: FileSource = {
  key: 'order-file',
  load: (id, options) => call(routes.file, { params: { id: String(id) }, ...options }),
}

export const uploadOrderFile = (orderId: number) => (file: File) =>
  uploadFile(file, (query, sent) => call(routes.upload, { params: paramsOf(orderId), query, file: sent }))

function useRefresh(orderId: number) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: orderMessagesQuery(orderId).queryKey })
}

export function usePostOrderMessage(orderId: number) {
  const sendOnce = useSendOnce()
  const refresh = useRefresh(orderId)
  return useMutation({
    mutationFn: (body: MessageBody) =>
      sendOnce(body, (idempotencyKey) => call(routes.postMessage, { params: paramsOf(orderId), body, idempotencyKey })),
    onSettled: refresh,
  })
}

export function useSaveNote(orderId: number) {
  const refresh = useRefresh(orderId)
  return useMutation({
    mutationFn: (body: { text: string; version: number }) => call(routes.note, { params: paramsOf(orderId), body }),
    onSettled: refresh,
  })
}

/** Marks the client's last message as needing no answer. */
export function useDismissOrderMessage(orderId: number) {
  const refresh = useRefresh(orderId)
  return useMutation({
    mutationFn: () => call(routes.settle, { params: paramsOf(orderId) }),
    onSuccess: () => toast({ severity: 'success', summary: 'Переписка разобрана' }),
    onError: (error) => toast({ severity: 'error', summary: 'Не сохранено', detail: messageOf(error) }),
    onSettled: refresh,
  })
}
