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

const removeWatch = (id: number) => call(productAlertRoutes.remove, { params: { id: String(id) } })

/** Refreshes the list after success and failure. */
export function useProductAlertChange<T, R>(change: (asked: T) => Promise<R>, onDone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: onDone,
    onSettled: () => queryClient.invalidateQueries({ queryKey: productAlertsQuery.queryKey }),
  })
}

const tellDone = (summary: string) => () => toast({ severity: 'success', summary })
const tellRefusal = (summary: string) => (error: unknown) =>
  toast({ severity: 'error', summary, detail: messageOf(error) })

/** «Сообщить»: creates an alert at once, without the form. */
export function useCreateProductAlert() {
  const change = useProductAlertChange(createProductAlert, tellDone('Сообщим письмом'))
  const onError = tellRefusal('Ожидание не сохранено')
  return { busy: change.isPending, watch: (fields: ProductAlertFields) => change.mutate(fields, { onError }) }
}

const removeAll = (items: readonly ProductAlert[]) => Promise.all(items.map(({ id }) => removeWatch(id)))

export function useUnwatch() {
  const change = useProductAlertChange(removeAll, tellDone('Больше не следим'))
  const onError = tellRefusal('Ожидание не убрано')
  return { busy: change.isPending, unwatch: (items: readonly ProductAlert[]) => change.mutate(items, { onError }) }
}
