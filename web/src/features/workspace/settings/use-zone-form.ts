import { deliveryRoutes, type Zone } from '@artikul/contract/pricing/delivery'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { formErrors, NO_ERRORS } from '../../../lib/api/form-errors.ts'
import { fieldsOf } from '../../../lib/browser/use-draft.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { invalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import {
  draftOfZone,
  EMPTY_ZONE,
  emptyDeliveryRun,
  zoneFields,
  zoneOf,
  zonePatch,
  zoneRefusals,
  type DeliveryRunDraft,
  type ZoneDraft,
} from './zone-draft.ts'
import { zonesQuery } from './delivery.api.ts'

/** Assigns an error whose code identifies a field to that field. */
function errorsOf(error: unknown, draft: ZoneDraft) {
  const isName = error instanceof ApiError && error.code === 'zone.exists' && error.errors.length === 0
  return isName ? { fields: { name: error.message }, form: null } : formErrors(error, zoneFields(draft))
}

const saveZone = (zone: Zone | null, draft: ZoneDraft): Promise<unknown> =>
  zone
    ? call(deliveryRoutes.updateZone, {
        params: { id: zone.id },
        body: { version: zone.version, ...zonePatch(zone, draft) },
      })
    : call(deliveryRoutes.createZone, { body: zoneOf(draft) })

/** Form state of a zone as changes over the stored values, so that a newer version never overwrites typed text. */
export function useZoneForm(zone: Zone | null, onSaved: () => void) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState<Partial<ZoneDraft>>({})
  const [errors, setErrors] = useState(NO_ERRORS)
  const [stale, setStale] = useState(false)
  const draft: ZoneDraft = { ...(zone ? draftOfZone(zone) : EMPTY_ZONE), ...typed }
  const save = useMutation({
    mutationFn: () => saveZone(zone, draft),
    onSuccess: async () => {
      toast({ severity: 'success', summary: zone ? 'Зона сохранена' : 'Зона добавлена', detail: draft.name.trim() })
      onSaved()
      await invalidate(queryClient, ['delivery/zones', 'contractors'])
    },
    onError: (error) => {
      setStale(error instanceof ApiError && error.code === 'stale')
      setErrors(errorsOf(error, draft))
    },
  })
  const forget = (isOf: (path: string) => boolean) =>
    setErrors(({ fields, form }) => ({
      fields: Object.fromEntries(Object.entries(fields).filter(([path]) => !isOf(path))),
      form,
    }))
  const change = (fields: Partial<Omit<ZoneDraft, 'runs'>>) => {
    setTyped((all) => ({ ...all, ...fields }))
    forget((path) => path in fields)
  }
  const setRuns = (runs: readonly DeliveryRunDraft[]) => setTyped((all) => ({ ...all, runs }))
  return {
    draft,
    errors,
    /** True when another user saved first: their version must be fetched before saving again. */
    stale,
    busy: save.isPending,
    changed: zone ? Object.keys(zonePatch(zone, draft)).length > 0 : Object.keys(typed).length > 0,
    change,
    field: fieldsOf<Omit<ZoneDraft, 'runs'>>(draft, errors, change),
    changeRun: (index: number, run: DeliveryRunDraft) => {
      setRuns(draft.runs.map((one, at) => (at === index ? run : one)))
      forget((path) => path.startsWith(`runs.${index}.`))
    },
    addRun: () => setRuns([...draft.runs, emptyDeliveryRun()]),
    removeRun: (index: number) => {
      setRuns(draft.runs.filter((_, at) => at !== index))
      // Errors refer to runs by index, and the indexes have changed.
      forget((path) => path.startsWith('runs'))
    },
    refresh: async () => {
      await queryClient.refetchQueries({ queryKey: zonesQuery.queryKey })
      setErrors(NO_ERRORS)
      setStale(false)
    },
    submit: () => {
      const fields = zoneRefusals(draft)
      setErrors({ fields, form: null })
      setStale(false)
      if (Object.keys(fields).length > 0) return
      // No change is left, possibly because another user saved the same.
      if (zone && Object.keys(zonePatch(zone, draft)).length === 0) onSaved()
      else save.mutate()
    },
  }
}
export type ZoneForm = ReturnType<typeof useZoneForm>
