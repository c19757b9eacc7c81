import { listRoutes } from '@artikul/contract/ordering/bulk-orders'
import { IconRepeat } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../../ui/button.tsx'
import { toastRefusal } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

/** Opens the order's lines as a bulk order at today's prices, with replacements of unavailable goods. */
export function RepeatOrderButton({ orderId }: { orderId: number }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const repeat = useApiMutation(listRoutes.repeat, {
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ['bulk-orders'], exact: true })
      await navigate({ to: '/search-by-document', search: { list: id } })
    },
    onError: toastRefusal('Заказ не повторён'),
  })
  return (
    <Button
      icon={<IconRepeat size={16} />}
      busy={repeat.isPending}
      onClick={() => repeat.mutate({ body: { order_id: orderId } })}
    >
      Повторить заказ
    </Button>
  )
}
