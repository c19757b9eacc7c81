import { ConditionFields, type Condition } from '@artikul/contract/price-condition'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { formErrors, NO_ERRORS, refusalsOf } from '../../lib/form-errors.ts'
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
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState(NO_ERRORS)
  const preview = useMutation({ mutationFn: (fields: ConditionFields) => previewCondition(known?.id ?? null, fields) })
  /** The fields as they are sent; null: something is wrong with them, and is told beside its field. */
  const checked = (): ConditionFields | null => {
    const fields = fieldsOf(draft)
    const refused = { ...refusalsOf(ConditionFields, fields), ...missingOf(draft) }
    setErrors({ fields: refused, form: null })
    return Object.keys(refused).length > 0 ? null : fields
  }
  const save = usePriceChange((fields: ConditionFields) => saveCondition(known, fields))
  return {
    draft,
    errors,
    busy: save.isPending,
    changed: JSON.stringify(draft) !== JSON.stringify(initial),
    stale: save.error instanceof ApiError && save.error.code === 'stale',
    change: (fields: Partial<ConditionDraft>) => {
      setDraft((all) => ({ ...all, ...fields }))
      setErrors(NO_ERRORS)
      preview.reset()
    },
    preview,
    look: () => {
      const fields = checked()
      if (fields) preview.mutate(fields)
    },
    submit: () => {
      const fields = checked()
      if (!fields) return
      save.mutate(fields, {
        onSuccess: () => {
          toast({ severity: 'success', summary: known ? 'Условие изменено' : 'Условие добавлено' })
          onSaved()
        },
        onError: (error) => setErrors(formErrors(error, FIELDS)),
      })
    },
  }
}
export type ConditionForm = ReturnType<typeof useConditionForm>
