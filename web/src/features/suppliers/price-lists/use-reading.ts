import type {
  PriceListColumn,
  PriceListField,
  PriceListLayout,
  PriceListLayoutPatch,
} from '@artikul/contract/suppliers/price-list'
import { priceListRoutes, type PriceImportDetails } from '@artikul/contract/suppliers/price-lists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../../lib/api/query.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { PRICE_LIST_KEYS } from './price-lists.api.ts'

/** Sheet to read; null when the sheets with the same header are read together. */
export const requestedSheet = ({ sheet, further_sheets: further }: PriceListLayout) =>
  further.length > 0 ? null : sheet

interface Draft {
  header_row: number | null
  columns: PriceListColumn[]
  default_brand: string
}

/** Draft of the file's layout; it is saved on the server before the import is queued. */
export function useLayoutDraft(item: PriceImportDetails) {
  const queryClient = useQueryClient()
  const refresh = useInvalidate(...PRICE_LIST_KEYS)
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const { layout } = item
  const params = { id: item.id }
  const draft: Draft = {
    header_row: layout?.header_row ?? null,
    columns: layout?.columns ?? [],
    default_brand: item.default_brand,
    ...typed,
  }
  const saveLayout = async (input: PriceListLayoutPatch) => {
    const saved = await call(priceListRoutes.setLayout, { params, body: input })
    queryClient.setQueryData(query(priceListRoutes.get, { params }).queryKey, saved)
    setTyped({})
  }
  const readAgain = useMutation({ mutationFn: saveLayout })
  const starting = useMutation({
    mutationFn: async (isCheck: boolean) => {
      const isChanged = Object.keys(typed).length > 0
      if (isChanged)
        await saveLayout({
          sheet: layout ? requestedSheet(layout) : null,
          ...draft,
          default_brand: draft.default_brand.trim(),
        })
      await call(priceListRoutes.start, { params, body: { is_check: isCheck } })
    },
    onSettled: refresh,
  })
  const found = { columns: null, default_brand: draft.default_brand.trim() }
  return {
    draft,
    busy: readAgain.isPending || starting.isPending,
    error: starting.error ?? readAgain.error,
    setField: (index: number, field: PriceListField | null) =>
      setTyped((before) => ({
        ...before,
        columns: draft.columns.map((column) => (column.index === index ? { index, field } : column)),
      })),
    setBrand: (brand: string) => setTyped((before) => ({ ...before, default_brand: brand })),
    /** Selects a sheet, on which the server detects the header and columns again. */
    setSheet: (sheet: string | null) => readAgain.mutate({ ...found, sheet, header_row: null }),
    setHeader: (row: number | null) =>
      row === null
        ? setTyped((before) => ({ ...before, header_row: null, columns: draft.columns }))
        : readAgain.mutate({ ...found, sheet: layout ? requestedSheet(layout) : null, header_row: row }),
    start: starting.mutate,
  }
}
export type LayoutDraft = ReturnType<typeof useLayoutDraft>
