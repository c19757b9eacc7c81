import { listRoutes } from '@artikul/contract/ordering/bulk-orders'
import { IconRepeat } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/hints/toast.ts'

/** Opens the order's lines as a bulk order at today's prices, with replacements of unavailable goods. */
export function RepeatOrderButton({ orderId }: { orderId: number }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const repeat = useMutation({
    mutationFn: () => call(listRoutes.repeat, { body: { order_id: orderId } }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ['bulk-orders'], exact: true })
      await navigate({ to: '/search-by-document', search: { list: id } })
    },
    onError: (error) => toast({ severity: 'error', summary: 'Заказ не повторён', detail: messageOf(error) }),
  })
  return (
    <Button icon={<IconRepeat size={16} />} busy={repeat.isPending} onClick={() => repeat.mutate()}>
      Повторить заказ
    </Button>
  )
}
