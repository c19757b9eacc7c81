import { ConditionFields, type PriceConditionTerms } from '@artikul/contract/pricing/price-condition'
import { useMutation } from '@tanstack/react-query'
import { priceConditionRoutes } from '@artikul/contract/pricing/price-conditions'
import { fieldsOf, useForm } from '../../../lib/browser/use-form.ts'
import { confirm } from '../../../ui/windows/confirm.tsx'
import { toastUndoable } from '../../../ui/hints/toast.ts'
import { useApiMutation, useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { concernedText } from './condition-preview.tsx'
import { conditionFieldsOf, missingConditionFields, type ConditionDraft } from './condition-draft.ts'
import { PRICE_KEYS } from './price-conditions.api.ts'

/** Above this number of offers, saving a condition requires a confirmation. */
const MAX_WITHOUT_CONFIRMATION = 100

const FIELDS = [
  ...['contractor_id', 'price_group_id', 'product_id', 'brand_id', 'inventory_group_id', 'supply_route_id'],
  ...['purchase_from_kop', 'purchase_to_kop', 'qty_from', 'valid_from', 'valid_to', 'note'],
  ...['effect', 'effect.hundredths', 'effect.price_kop', 'effect.price_group_id'],
]

const PATHS = {
  contractor: 'contractor_id',
  product: ['product_id', 'what'],
  brand: ['brand_id', 'what'],
  inventory_group: ['inventory_group_id', 'what'],
  source: ['supply_route_id', 'what'],
  purchase_from_kop: ['purchase_from_kop', 'purchase_to_kop', 'what'],
  purchase_to_kop: ['purchase_to_kop', 'what'],
  qty_from: ['qty_from', 'what'],
  kind: 'effect',
  percent: 'effect.hundredths',
  fixed_kop: 'effect.price_kop',
  column_id: 'effect.price_group_id',
  valid_from: ['valid_from', 'valid_to'],
}

const saveCondition = (known: PriceConditionTerms | null, fields: ConditionFields): Promise<{ change_id: number }> =>
  known
    ? call(priceConditionRoutes.update, { params: { id: known.id }, body: { version: known.version, fields } })
    : call(priceConditionRoutes.create, { body: fields })

/** Form state of a new or existing condition. */
export function useConditionForm(known: PriceConditionTerms | null, initial: ConditionDraft, onSaved: () => void) {
  const { draft, errors, isDirty, change, checked, refuse } = useForm({ defaultValues: initial, paths: PATHS })
  const preview = useApiMutation(priceConditionRoutes.preview)
  const fieldsTyped = () => checked(ConditionFields, conditionFieldsOf(draft), missingConditionFields(draft))
  const previewInput = (fields: ConditionFields) => ({ body: { id: known?.id ?? null, fields } })
  const refresh = useInvalidate(...PRICE_KEYS)
  const save = useMutation({
    mutationFn: (fields: ConditionFields) => saveCondition(known, fields),
    onSettled: refresh,
  })
  const onSavedAs = (change_id: number, detail: string) => {
    toastUndoable({
      summary: known ? 'Условие изменено' : 'Условие добавлено',
      detail,
      undo: () => call(priceConditionRoutes.undo, { params: { id: change_id } }).finally(refresh),
      undone: 'Изменение отменено',
    })
    onSaved()
  }
  /** Returns `null` when the user cancels saving. */
  const askWhatChanges = async (fields: ConditionFields): Promise<string | null> => {
    const { concerned } = preview.data ?? (await preview.mutateAsync(previewInput(fields)))
    const text = concernedText(concerned)
    if (concerned.offers <= MAX_WITHOUT_CONFIRMATION) return text
    return (await confirm({ title: 'Сохранить условие?', text: `Оно изменит ${text}.` })) ? text : null
  }
  const changeAnew = (typed: Partial<ConditionDraft>) => {
    change(typed)
    preview.reset()
  }
  return {
    draft,
    errors,
    busy: save.isPending || preview.isPending,
    isDirty,
    change: changeAnew,
    field: fieldsOf(draft, errors, changeAnew, PATHS),
    preview,
    look: () => {
      const fields = fieldsTyped()
      if (fields) preview.mutate(previewInput(fields))
    },
    submit: async () => {
      const fields = fieldsTyped()
      if (!fields) return
      try {
        const text = await askWhatChanges(fields)
        if (text === null) return
        const { change_id } = await save.mutateAsync(fields)
        onSavedAs(change_id, text)
      } catch (error) {
        refuse(error, FIELDS)
      }
    },
  }
}
export type ConditionForm = ReturnType<typeof useConditionForm>
