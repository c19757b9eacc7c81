import { consigneeRoutes, type ConsigneeItem, type Coordinates } from '@artikul/contract/companies/consignees'
import type { AddressSuggestion } from '@artikul/contract/companies/suggestions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { formErrors, NO_ERRORS } from '../../../lib/api/form-errors.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import {
  consigneeDraftOf,
  consigneeDraftRefusals,
  EMPTY_CONSIGNEE_DRAFT,
  consigneeFieldsOf,
  isConsigneeChanged,
  placeOf,
  newConsignee,
  consigneePatch,
  type ConsigneeDraft,
} from './consignee-draft.ts'

type TextName = {
  [Name in keyof ConsigneeDraft]: string extends ConsigneeDraft[Name] ? Name : never
}[keyof ConsigneeDraft]

/** Assigns an error whose code identifies a field to that field. */
function errorsOf(error: unknown, draft: ConsigneeDraft) {
  const isCode = error instanceof ApiError && error.code === 'consignee.code_taken'
  if (isCode && error.errors.length === 0) return { fields: { code: error.message }, form: null }
  return formErrors(error, consigneeFieldsOf(draft))
}

/** Form state of a point as changes over the stored values, so that fresh data never overwrites typed text. */
export function useConsigneeForm(item: ConsigneeItem | null, onSaved: (id: number) => void) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Partial<ConsigneeDraft>>({})
  const [isPlacedByHand, setPlacedByHand] = useState(false)
  const [errors, setErrors] = useState(NO_ERRORS)
  const [stale, setStale] = useState(false)
  const draft: ConsigneeDraft = { ...(item ? consigneeDraftOf(item) : EMPTY_CONSIGNEE_DRAFT), ...typed }
  const change = (fields: Partial<ConsigneeDraft>) => setTyped((all) => ({ ...all, ...fields }))

  const refuse = (error: unknown) => {
    setStale(error instanceof ApiError && error.code === 'stale')
    setErrors(errorsOf(error, draft))
  }
  const save = useMutation({
    mutationFn: async () => {
      if (!item) return (await call(consigneeRoutes.create, { body: newConsignee(draft) })).id
      await call(consigneeRoutes.update, { params: { id: item.id }, body: consigneePatch(item, draft) })
      return item.id
    },
    onSuccess: async (id) => {
      toast({ severity: 'success', summary: item ? 'Точка сохранена' : 'Точка добавлена', detail: draft.name })
      await invalidate(queryClient, ['consignees'])
      onSaved(id)
    },
    onError: refuse,
  })
  return {
    draft,
    errors,
    /** True when another user saved first: their version must be fetched before saving again. */
    stale,
    busy: save.isPending,
    changed: item ? isConsigneeChanged(item, draft) : Object.keys(typed).length > 0,
    change,
    /** Props of the field of a text. */
    field: (name: TextName) => ({
      value: draft[name],
      onValueChange: (value: string) => change({ [name]: value }),
      error: errors.fields[name],
      autoComplete: 'off',
    }),
    /** Sets the position by hand: typed, by a pin, or cleared. */
    put: (place: { lng?: string; lat?: string } | Coordinates | null) => {
      setPlacedByHand(true)
      change(place === null || Array.isArray(place) ? placeOf(place) : place)
    },
    /** Applies an address of the directory with its coordinates, unless the user has placed the point by hand. */
    takeAddress: ({ value, coordinates }: AddressSuggestion) =>
      change({ address: value, ...(!isPlacedByHand && placeOf(coordinates)) }),
    refuse,
    refresh: async () => {
      await queryClient.refetchQueries({ queryKey: ['consignees'], type: 'active' })
      setErrors(NO_ERRORS)
      setStale(false)
    },
    submit: () => {
      const fields = consigneeDraftRefusals(draft)
      setErrors({ fields, form: null })
      setStale(false)
      if (Object.keys(fields).length === 0) save.mutate()
    },
  }
}

export type ConsigneeForm = ReturnType<typeof useConsigneeForm>
