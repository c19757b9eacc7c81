import {
  productAlertRoutes,
  type ProductAlertFields,
  type ProductAlert,
} from '@artikul/contract/ordering/product-alerts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { productAlertsQuery } from '../../../lib/queries/product-alerts-query.ts'
import { toast } from '../../../ui/hints/toast.ts'

export const createProductAlert = (body: ProductAlertFields) => call(productAlertRoutes.create, { body })

const deleteProductAlert = (id: number) => call(productAlertRoutes.remove, { params: { id: String(id) } })

/** Refreshes the list after success and failure. */
export function useProductAlertChange<T, R>(change: (input: T) => Promise<R>, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: productAlertsQuery.queryKey }),
  })
}

const toastDone = (summary: string) => () => toast({ severity: 'success', summary })
const toastRefusal = (summary: string) => (error: unknown) =>
  toast({ severity: 'error', summary, detail: messageOf(error) })

/** «Сообщить»: creates an alert at once, without the form. */
export function useCreateProductAlert() {
  const change = useProductAlertChange(createProductAlert, toastDone('Сообщим письмом'))
  const onError = toastRefusal('Подписка не сохранена')
  return { busy: change.isPending, watch: (fields: ProductAlertFields) => change.mutate(fields, { onError }) }
}

const removeAll = (items: readonly ProductAlert[]) => Promise.all(items.map(({ id }) => deleteProductAlert(id)))

export function useUnwatch() {
  const change = useProductAlertChange(removeAll, toastDone('Больше не следим'))
  const onError = toastRefusal('Подписка не убрана')
  return { busy: change.isPending, unwatch: (items: readonly ProductAlert[]) => change.mutate(items, { onError }) }
}
