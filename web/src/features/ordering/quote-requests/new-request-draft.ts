import { MAX_QUOTE_REQUEST_ROWS, type NewRequest } from '@artikul/contract/ordering/new-quote-request'
import { useForm } from '../../../lib/browser/use-form.ts'

export interface DraftRow {
  productId: number | null
  brand: string
  article: string
  name: string
  qty: number | null
  clientRef: string
}

/** Prefilled fields from an empty search, a product page or a vehicle. */
export interface Prefill {
  product?: number | undefined
  brand?: string | undefined
  article?: string | undefined
  name?: string | undefined
  qty?: number | undefined
  vin?: string | undefined
  car?: string | undefined
  /** Vehicle of the garage that the request is about. */
  vehicle?: number | undefined
}

const emptyRow = (): DraftRow => ({ productId: null, brand: '', article: '', name: '', qty: 1, clientRef: '' })

const firstRow = ({ product, brand, article, name, qty }: Prefill): DraftRow => ({
  ...emptyRow(),
  productId: product ?? null,
  brand: brand ?? '',
  article: article ?? '',
  name: name ?? '',
  qty: qty ?? 1,
})

const isTyped = ({ brand, article, name }: DraftRow) => [brand, article, name].some((text) => text.trim() !== '')

/** Builds the request without empty rows; `places` contains the on-screen index of each row sent. */
export function toRequest({ rows, ...words }: Omit<NewRequest, 'rows'> & { rows: readonly DraftRow[] }) {
  const typed = rows.map((row, place) => ({ row, place })).filter(({ row }) => isTyped(row))
  const body: NewRequest = {
    ...words,
    rows: typed.map(({ row }) => ({
      product_id: row.productId,
      brand: row.brand.trim(),
      article: row.article.trim(),
      name: row.name.trim(),
      qty: row.qty ?? 0,
      client_ref: row.clientRef.trim(),
    })),
  }
  return { body, places: typed.map(({ place }) => place) }
}

/** State of a new quote request. */
export function useRequestDraft(prefill: Prefill) {
  const form = useForm({
    defaultValues: {
      rows: [firstRow(prefill)],
      ...{ text: '', vin: prefill.vin ?? '', car: prefill.car ?? '' },
    },
    // Errors refer to rows by their places in the request, which has no empty ones.
    paths: { rows: ['rows', 'text'], vin: ['vin', 'text'] },
  })
  const { rows } = form.draft
  return {
    ...form,
    rows,
    canAddRow: rows.length < MAX_QUOTE_REQUEST_ROWS,
    addRow: () => form.change({ rows: [...rows, emptyRow()] }),
    removeRow: (place: number) => form.change({ rows: rows.filter((_, at) => at !== place) }),
    changeRow: (place: number, next: Partial<DraftRow>) =>
      form.change({ rows: rows.map((row, at) => (at === place ? { ...row, ...next } : row)) }),
  }
}
export type RequestDraft = ReturnType<typeof useRequestDraft>
