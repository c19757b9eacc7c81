import { brandRoutes, type BrandDetails } from '@artikul/contract/catalog/brands'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from '../../../lib/browser/use-form.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { query } from '../../../lib/api/query.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { brandFields, brandPatch, brandRefusals, draftOfBrand, gathered, type BrandDraft } from './brand-draft.ts'

/** Form state of a brand. */
export function useBrandForm(brand: BrandDetails, onSaved: () => void) {
  const queryClient = useQueryClient()
  const form = useForm<BrandDraft>({
    values: draftOfBrand(brand),
    refetch: () =>
      queryClient.refetchQueries({ queryKey: query(brandRoutes.get, { params: { id: brand.id } }).queryKey }),
  })
  const { draft } = form
  const patch = brandPatch(brand, draft)
  const changed = Object.keys(patch).length > 0
  const refresh = useInvalidate('brands')
  const save = useApiMutation(brandRoutes.update, {
    onSuccess: async () => {
      toast({ severity: 'success', summary: 'Бренд сохранён', detail: draft.name.trim() })
      onSaved()
      await refresh()
    },
    onError: (error) =>
      form.refuse(error, brandFields(draft), ({ fields, ...rest }) => ({ fields: gathered(fields, draft), ...rest })),
  })
  return {
    ...form,
    busy: save.isPending,
    changed,
    submit: () => {
      if (!form.passes(brandRefusals(brand, draft))) return
      if (changed) save.mutate({ params: { id: brand.id }, body: { version: brand.version, ...patch } })
      else onSaved()
    },
  }
}
