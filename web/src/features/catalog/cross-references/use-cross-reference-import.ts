import { crossReferenceRoutes, type CrossReferenceImport } from '@artikul/contract/catalog/cross-references'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useIdempotencyKey } from '../../../lib/api/use-idempotency-key.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'

/** Parses a file and imports it into the catalogue only after the user's confirmation. */
export function useCrossReferenceImport(stored: CrossReferenceImport | null) {
  const refresh = useInvalidate('cross-references', 'cross-reference-imports')
  const keyOf = useIdempotencyKey()
  const [item, setItem] = useState(stored)
  const [addsProducts, setAddsProducts] = useState(false)
  const [source, setSource] = useState(stored?.source ?? '')
  const settle = async (next: CrossReferenceImport) => {
    setItem(next)
    await refresh()
  }
  const reading = useApiMutation(crossReferenceRoutes.check, {
    onSuccess: (next) => {
      setSource(next.source)
      return settle(next)
    },
  })
  const applying = useMutation({
    mutationFn: ({ id }: CrossReferenceImport) => {
      const body = { adds_products: addsProducts, source: source.trim() }
      return call(crossReferenceRoutes.apply, { params: { id }, body, idempotencyKey: keyOf({ id, ...body }) })
    },
    onSuccess: (next) => {
      toast({ severity: 'success', summary: 'Кроссы загружены', detail: next.file_name })
      return settle(next)
    },
  })
  return {
    item,
    source,
    setSource,
    addsProducts,
    setAddsProducts,
    error: reading.error ?? applying.error,
    isReading: reading.isPending,
    isApplying: applying.isPending,
    read: (file: File) => reading.mutate({ query: { name: file.name }, file }),
    apply: () => item && applying.mutate(item),
  }
}
