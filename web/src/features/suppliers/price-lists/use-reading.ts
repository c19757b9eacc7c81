import {
  openQuestions,
  type PriceListColumn,
  type PriceListField,
  type PriceListLayout,
  type PriceListLayoutPatch,
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

type Answers = Pick<PriceListLayoutPatch, 'default_brand' | 'has_brand_groups' | 'missing_stock' | 'currency_rate'>

interface Draft extends Answers {
  header_row: number | null
  columns: PriceListColumn[]
}

const savedLayout = ({ layout, default_brand }: PriceImportDetails): Draft => ({
  header_row: layout?.header_row ?? null,
  columns: layout?.columns ?? [],
  default_brand,
  has_brand_groups: layout?.has_brand_groups ?? false,
  missing_stock: layout?.missing_stock ?? null,
  currency_rate: layout?.currency_rate ?? null,
})

const purchaseColumn = (columns: readonly PriceListColumn[]) => columns.find(({ field }) => field === 'purchase')?.index

/** Draft of the file's layout; it is saved on the server before the import is queued. */
export function useLayoutDraft(item: PriceImportDetails) {
  const queryClient = useQueryClient()
  const refresh = useInvalidate(...PRICE_LIST_KEYS)
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const [isPriceConfirmed, setPriceConfirmed] = useState(false)
  const { layout } = item
  const params = { id: item.id }
  const draft: Draft = { ...savedLayout(item), ...typed }
  const { header_row, columns, ...typedAnswers } = draft
  const answers: Answers = { ...typedAnswers, default_brand: typedAnswers.default_brand.trim() }
  const show = (saved: PriceImportDetails) => {
    queryClient.setQueryData(query(priceListRoutes.get, { params }).queryKey, saved)
    setTyped({})
    setPriceConfirmed(false)
  }
  const saveLayout = async (input: PriceListLayoutPatch) =>
    show(await call(priceListRoutes.setLayout, { params, body: input }))
  const readAgain = useMutation({ mutationFn: saveLayout })
  const forgetting = useMutation({ mutationFn: async () => show(await call(priceListRoutes.deleteLayout, { params })) })
  const starting = useMutation({
    mutationFn: async (isCheck: boolean) => {
      // A proposal with which the person starts the import is stored as an answer.
      if (Object.keys(typed).length > 0 || isPriceConfirmed || layout?.brand_source)
        await saveLayout({ sheet: layout ? requestedSheet(layout) : null, header_row, columns, ...answers })
      await call(priceListRoutes.start, { params, body: { is_check: isCheck } })
    },
    onSettled: refresh,
  })
  const found = { columns: null, ...answers }
  const isPriceMoved = purchaseColumn(columns) !== purchaseColumn(layout?.columns ?? [])
  return {
    draft,
    questions: layout
      ? openQuestions({
          ...layout,
          ...draft,
          ...answers,
          // The currency and the ratio belong to the detected price column.
          ...(isPriceMoved && { currency: null }),
          ...((isPriceMoved || isPriceConfirmed) && { price_ratio: null }),
        })
      : [],
    isPriceMoved,
    isPriceConfirmed,
    busy: [readAgain, starting, forgetting].some(({ isPending }) => isPending),
    error: starting.error ?? readAgain.error ?? forgetting.error,
    /** Deletes the remembered columns and answers. */
    forget: () => forgetting.mutate(),
    setField: (index: number, field: PriceListField | null) =>
      setTyped((before) => ({
        ...before,
        columns: draft.columns.map((column) => (column.index === index ? { index, field } : column)),
      })),
    setAnswer: (answer: Partial<Answers>) => setTyped((before) => ({ ...before, ...answer })),
    setPriceConfirmed,
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
