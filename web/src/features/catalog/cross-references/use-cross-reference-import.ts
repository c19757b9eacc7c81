import type { CrossReferenceImport } from '@artikul/contract/catalog/cross-references'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useIdempotencyKey } from '../../../lib/api/use-idempotency-key.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { applyImport, checkFile } from './cross-references.api.ts'

/** Parses a file and imports it into the catalogue only after the user's confirmation. */
export function useCrossReferenceImport(stored: CrossReferenceImport | null) {
  const queryClient = useQueryClient()
  const keyOf = useIdempotencyKey()
  const [item, setItem] = useState(stored)
  const [addsProducts, setAddsProducts] = useState(false)
  const [source, setSource] = useState(stored?.source ?? '')
  const settle = async (next: CrossReferenceImport) => {
    setItem(next)
    await queryClient.invalidateQueries({ queryKey: ['cross-references'] })
  }
  const reading = useMutation({
    mutationFn: checkFile,
    onSuccess: (next) => {
      setSource(next.source)
      return settle(next)
    },
  })
  const applying = useMutation({
    mutationFn: (checked: CrossReferenceImport) => {
      const body = { adds_products: addsProducts, source: source.trim() }
      return applyImport(checked, body, keyOf({ id: checked.id, ...body }))
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
    read: reading.mutate,
    apply: () => item && applying.mutate(item),
  }
}
