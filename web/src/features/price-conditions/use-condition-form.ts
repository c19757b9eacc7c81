import { ConditionFields, type Condition } from '@artikul/contract/price-condition'
import { useMutation } from '@tanstack/react-query'
import { useDraft } from '../../lib/use-draft.ts'
import { toast } from '../../ui/toast.ts'
import { fieldsOf, missingOf, type ConditionDraft } from './condition-draft.ts'
import { previewCondition, saveCondition, usePriceChange } from './price-conditions.api.ts'

const FIELDS = [
  ...['contractor_id', 'price_group_id', 'product_id', 'brand_id', 'inventory_group_id', 'source_id'],
  ...['purchase_from_kop', 'purchase_to_kop', 'qty_from', 'valid_from', 'valid_to', 'note'],
  ...['effect', 'effect.hundredths', 'effect.price_kop', 'effect.price_group_id'],
]

/** A new condition, or the known one that is being changed. */
export function useConditionForm(known: Condition | null, initial: ConditionDraft, onSaved: () => void) {
  const { draft, errors, isDirty, change, checked, refuse } = useDraft(initial)
  const preview = useMutation({ mutationFn: (fields: ConditionFields) => previewCondition(known?.id ?? null, fields) })
  const fieldsTyped = () => checked(ConditionFields, fieldsOf(draft), missingOf(draft))
  const save = usePriceChange((fields: ConditionFields) => saveCondition(known, fields))
  return {
    draft,
    errors,
    busy: save.isPending,
    isDirty,
    change: (typed: Partial<ConditionDraft>) => {
      change(typed)
      preview.reset()
    },
    preview,
    look: () => {
      const fields = fieldsTyped()
      if (fields) preview.mutate(fields)
    },
    submit: () => {
      const fields = fieldsTyped()
      if (!fields) return
      save.mutate(fields, {
        onSuccess: () => {
          toast({ severity: 'success', summary: known ? 'Условие изменено' : 'Условие добавлено' })
          onSaved()
        },
        onError: (error) => refuse(error, FIELDS),
      })
    },
  }
}
export type ConditionForm = ReturnType<typeof useConditionForm>
