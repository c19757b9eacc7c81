import { toast, toastDone } from '../../../ui/hints/toast.ts'
import { messageOf } from '../../../lib/api/api-error.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'
/** Refreshed after any act on an order: after a refusal too, because another user may have acted first. */
export const ORDER_KEYS: readonly KeyPrefix[] = ['orders', 'order-lines', 'change-approvals']

/** Settings of an act on an order that shows its outcome as a message. */
export const orderAct = (done: string) => ({
  invalidates: ORDER_KEYS,
  onSuccess: toastDone(done),
  onError: (error: unknown) => toast({ severity: 'error', summary: messageOf(error) }),
})
