import { onlineSupplierRoutes } from '@artikul/contract/suppliers/online-suppliers'
import { query } from '../../../lib/api/query.ts'
import { formErrors } from '../../../lib/api/form-errors.ts'
import { toast } from '../../../ui/hints/toast.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'
import type { SUPPLIER_TABS } from './suppliers-address.ts'

const REFUSAL_MS = 8000
/** Polling interval: suppliers fail and recover by themselves. */
const POLL_MS = 15_000
export type SupplierTab = (typeof SUPPLIER_TABS)[number]

export const onlineSuppliersQuery = query(onlineSupplierRoutes.list, {}, { refetchInterval: POLL_MS })

export const healthQuery = (id: number) =>
  query(onlineSupplierRoutes.health, { params: { id } }, { select: ({ results }) => results, refetchInterval: POLL_MS })

export const SUPPLIER_KEYS: readonly KeyPrefix[] = ['online-suppliers']

/** Settings of a change whose refusal no form displays: «Порядок не изменён». */
export const suppliersChange = (refused: string) => ({
  invalidates: SUPPLIER_KEYS,
  onError: (error: unknown) =>
    toast({ severity: 'error', summary: refused, detail: formErrors(error, []).form ?? '', life: REFUSAL_MS }),
})
