import { brandRoutes, type BrandDetails } from '@artikul/contract/catalog/brands'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { formErrors, NO_ERRORS } from '../../../lib/api/form-errors.ts'
import { fieldsOf } from '../../../lib/browser/use-draft.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { brandFields, brandPatch, brandRefusals, draftOfBrand, gathered, type BrandDraft } from './brand-draft.ts'

/** Form state as changes over the stored brand, so that a newer version never overwrites typed text. */
export function useBrandForm(brand: BrandDetails, onSaved: () => void) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Partial<BrandDraft>>({})
  const [errors, setErrors] = useState(NO_ERRORS)
  const [stale, setStale] = useState(false)
  const draft: BrandDraft = { ...draftOfBrand(brand), ...typed }
  const patch = brandPatch(brand, draft)
  const changed = Object.keys(patch).length > 0
  const refresh = useInvalidate('brands')
  const save = useApiMutation(brandRoutes.update, {
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Бренд сохранён', detail: draft.name.trim() })
      onSaved()
      await refresh()
    },
    onError: (error) => {
      setStale(error instanceof ApiError && error.code === 'stale')
      const { fields, form } = formErrors(error, brandFields(draft))
      setErrors({ fields: gathered(fields, draft), form })
    },
  })
  const change = (fields: Partial<BrandDraft>) => {
    setTyped((all) => ({ ...all, ...fields }))
    setErrors((before) => ({
      fields: Object.fromEntries(Object.entries(before.fields).filter(([path]) => !(path in fields))),
      form: before.form,
    }))
  }
  return {
    draft,
    errors,
    /** True when another user saved first: their version must be fetched before saving again. */
    stale,
    busy: save.isPending,
    changed,
    change,
    field: fieldsOf(draft, errors, change),
    refresh: async () => {
      await queryClient.refetchQueries({ queryKey: query(brandRoutes.get, { params: { id: brand.id } }).queryKey })
      setErrors(NO_ERRORS)
      setStale(false)
    },
    submit: () => {
      const fields = brandRefusals(brand, draft)
      setErrors({ fields, form: null })
      setStale(false)
      if (Object.keys(fields).length > 0) return
      if (changed) save.mutate({ params: { id: brand.id }, body: { version: brand.version, ...patch } })
      else onSaved()
    },
  }
}
