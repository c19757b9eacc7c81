import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invoiceRoutes } from '@artikul/contract/billing/invoices'
import { useState } from 'react'
import { call } from '../../../lib/api/call.ts'
import { newIdempotencyKey } from '../../../lib/api/idempotency-key.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'

export function IssueInvoiceButton({ orderId }: { orderId: number }) {
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(newIdempotencyKey)
  const refresh = useInvalidate('orders')
  const issue = useMutation({
    mutationFn: () => call(invoiceRoutes.issue, { params: { id: orderId }, idempotencyKey }),
    onSuccess: async ({ number }) => {
      toast({ severity: 'success', summary: `Выставлен счёт № ${number}` })
      await Promise.all([refresh(), queryClient.resetQueries({ queryKey: ['orders', String(orderId), 'invoice'] })])
    },
    onError: toastRefusal('Счёт не выставлен'),
  })
  return (
    <Button busy={issue.isPending} onClick={() => issue.mutate()}>
      Выставить счёт
    </Button>
  )
}
