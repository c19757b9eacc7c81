import { consigneeRoutes, type ConsigneeItem, type Coordinates } from '@artikul/contract/companies/consignees'
import type { AddressSuggestion } from '@artikul/contract/companies/suggestions'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import type { FormErrors } from '../../../lib/api/form-errors.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
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
const placeError = (error: unknown) => (shown: FormErrors) =>
  error instanceof ApiError && error.code === 'consignee.code_taken' && error.errors.length === 0
    ? { fields: { code: error.message }, form: null }
    : shown

/** Form state of a point. */
export function useConsigneeForm(item: ConsigneeItem | null, onSaved: (id: number) => void) {
  const queryClient = useQueryClient()
  const [isPlacedByHand, setPlacedByHand] = useState(false)
  const form = useForm<ConsigneeDraft>({
    values: item ? consigneeDraftOf(item) : EMPTY_CONSIGNEE_DRAFT,
    refetch: () => queryClient.refetchQueries({ queryKey: ['consignees'], type: 'active' }),
    paths: {
      days: 'hours',
      lng: 'coordinates',
      lat: 'coordinates',
      inn: ['inn', 'kpp', 'legal_name'],
      isCompany: ['legal_name', 'inn', 'kpp'],
      isOurDelivery: ['carrier', 'carrier_payer', 'carrier_terminal'],
    },
  })
  const { draft, change } = form
  const refuse = (error: unknown) => form.refuse(error, consigneeFieldsOf(draft), placeError(error))
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
    ...form,
    busy: save.isPending,
    changed: item ? isConsigneeChanged(item, draft) : form.isDirty,
    /** Props of the field of a text. */
    field: (name: TextName) => ({ ...form.field(name), autoComplete: 'off' }),
    /** Sets the position by hand: typed, by a pin, or cleared. */
    put: (place: { lng?: string; lat?: string } | Coordinates | null) => {
      setPlacedByHand(true)
      change(place === null || Array.isArray(place) ? placeOf(place) : place)
    },
    /** Applies an address of the directory with its coordinates, unless the user has placed the point by hand. */
    takeAddress: ({ value, coordinates }: AddressSuggestion) =>
      change({ address: value, ...(!isPlacedByHand && placeOf(coordinates)) }),
    refuse,
    submit: () => {
      if (form.passes(consigneeDraftRefusals(draft))) save.mutate()
    },
  }
}

export type ConsigneeForm = ReturnType<typeof useConsigneeForm>
