import {
  productAlertRoutes,
  type ProductAlertFields,
  type ProductAlert,
} from '@artikul/contract/ordering/product-alerts'
import { useMutation } from '@tanstack/react-query'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { toastRefusal, toastDone } from '../../../ui/hints/toast.ts'

/** «Сообщить»: creates an alert at once, without the form. */
export function useCreateProductAlert() {
  const { mutate, isPending } = useApiMutation(productAlertRoutes.create, {
    invalidates: ['product-alerts'],
    onSuccess: toastDone('Сообщим письмом'),
    onError: toastRefusal('Подписка не сохранена'),
  })
  return { busy: isPending, watch: (body: ProductAlertFields) => mutate({ body }) }
}

export function useUnwatch() {
  const { mutate, isPending } = useMutation({
    mutationFn: (items: readonly ProductAlert[]) =>
      Promise.all(items.map(({ id }) => call(productAlertRoutes.remove, { params: { id } }))),
    onSuccess: toastDone('Больше не следим'),
    onError: toastRefusal('Подписка не убрана'),
    onSettled: useInvalidate('product-alerts'),
  })
  return { busy: isPending, unwatch: (items: readonly ProductAlert[]) => mutate(items) }
}
