import { priceListRoutes, type PriceImport } from '@artikul/contract/suppliers/price-lists'
import type { PriceImportState } from '@artikul/contract/suppliers/price-import-states'
import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { follow } from '../../../lib/api/call.ts'
import type { PageSearch } from '../../../lib/page/page-size.ts'
import { query, pageQuery } from '../../../lib/api/query.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import type { KeyPrefix } from '../../../lib/api/key-prefix.ts'

export interface PriceListsSearch extends PageSearch {
  warehouse_id?: number | undefined
  import_state?: PriceImportState | undefined
  /** `mail`: mailboxes instead of the history. */
  desk?: 'mail' | undefined
  /** Id of the open import. */
  import_id?: number | undefined
}

/** Address parameters of the desk. */
export interface PriceListsProps {
  search: PriceListsSearch
  onChange: (next: PriceListsSearch) => void
}

export const priceImportsQuery = ({ page, page_size, warehouse_id, import_state: state }: PriceListsSearch) =>
  pageQuery(priceListRoutes.list, { query: { page, page_size, warehouse_id, state } })

export const priceListWarehousesQuery = query(priceListRoutes.warehouses, {})

/** Refreshed after a change of an import; emails name their imports. */
export const PRICE_LIST_KEYS: readonly KeyPrefix[] = [
  'price-imports',
  'price-list-warehouses',
  'mailboxes',
  'mail-rules',
  'unmatched-emails',
]

export const isWorking = ({ state }: Pick<PriceImport, 'state'>) => state === 'queued' || state === 'running'

/** Streams the progress of a running import; refreshes all price list queries at its end. */
export function useImportProgress(item: PriceImport): PriceImport {
  const [live, setLive] = useState<PriceImport | null>(null)
  const queryClient = useQueryClient()
  const { id } = item
  const working = isWorking(item)
  useEffect(() => {
    if (!working) return
    const leaving = new AbortController()
    const watch = async () => {
      for await (const progress of follow(priceListRoutes.progress, { params: { id }, signal: leaving.signal }))
        setLive(progress)
    }
    watch()
      // A broken stream does not mean the end of the import: the refetch below gets its state.
      .catch(() => undefined)
      .finally(() => !leaving.signal.aborted && void invalidate(queryClient, PRICE_LIST_KEYS))
    return () => leaving.abort()
  }, [id, working, queryClient])
  return working && live?.id === id ? live : item
}
