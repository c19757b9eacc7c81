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

type Answers = Pick<PriceListLayoutPatch, 'default_brand' | 'brands_in_groups' | 'missing_stock' | 'currency_rate'>

interface Draft extends Answers {
  header_row: number | null
  columns: PriceListColumn[]
}

const savedLayout = ({ layout, default_brand }: PriceImportDetails): Draft => ({
  header_row: layout?.header_row ?? null,
  columns: layout?.columns ?? [],
  default_brand,
  brands_in_groups: layout?.brands_in_groups ?? false,
  missing_stock: layout?.missing_stock ?? null,
  currency_rate: layout?.currency_rate ?? null,
})

/** Draft of the file's layout; it is saved on the server before the import is queued. */
export function useLayoutDraft(item: PriceImportDetails) {
  const queryClient = useQueryClient()
  const refresh = useInvalidate(...PRICE_LIST_KEYS)
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const { layout } = item
  const params = { id: item.id }
  const draft: Draft = { ...savedLayout(item), ...typed }
  const { header_row, columns, ...typedAnswers } = draft
  const answers: Answers = { ...typedAnswers, default_brand: typedAnswers.default_brand.trim() }
  const show = (saved: PriceImportDetails) => {
    queryClient.setQueryData(query(priceListRoutes.get, { params }).queryKey, saved)
    setTyped({})
  }
  const saveLayout = async (input: PriceListLayoutPatch) =>
    show(await call(priceListRoutes.setLayout, { params, body: input }))
  const readAgain = useMutation({ mutationFn: saveLayout })
  const forgetting = useMutation({ mutationFn: async () => show(await call(priceListRoutes.forgetLayout, { params })) })
  const starting = useMutation({
    mutationFn: async (isCheck: boolean) => {
      const isChanged = Object.keys(typed).length > 0
      if (isChanged)
        await saveLayout({ sheet: layout ? requestedSheet(layout) : null, header_row, columns, ...answers })
      await call(priceListRoutes.start, { params, body: { is_check: isCheck } })
    },
    onSettled: refresh,
  })
  const found = { columns: null, ...answers }
  return {
    draft,
    questions: layout
      ? openQuestions({ ...layout, ...draft, ...answers, price_ratio: typed.columns ? null : layout.price_ratio })
      : [],
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
    /** Confirms the detected columns. */
    confirmColumns: () => setTyped((before) => ({ ...before, columns: draft.columns })),
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
