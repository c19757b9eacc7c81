import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invoiceRoutes } from '@artikul/contract/billing/invoices'
import { useState } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { call } from '../../../lib/api/call.ts'
import { newIdempotencyKey } from '../../../lib/api/idempotency-key.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/hints/toast.ts'

export function IssueInvoiceButton({ orderId }: { orderId: number }) {
  const queryClient = useQueryClient()
  const [idempotencyKey] = useState(newIdempotencyKey)
  const issue = useMutation({
    mutationFn: () => call(invoiceRoutes.issue, { params: { id: String(orderId) }, idempotencyKey }),
    onSuccess: async ({ number }) => {
      toast({ severity: 'success', summary: `Выставлен счёт № ${number}` })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['order', String(orderId)] }),
        queryClient.invalidateQueries({ queryKey: ['orders'] }),
        queryClient.resetQueries({ queryKey: ['orders', String(orderId), 'invoice'] }),
      ])
    },
    onError: (error) => toast({ severity: 'error', summary: 'Счёт не выставлен', detail: messageOf(error) }),
  })
  return (
    <Button busy={issue.isPending} onClick={() => issue.mutate()}>
      Выставить счёт
    </Button>
  )
}
