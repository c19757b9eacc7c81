import { deliveryRoutes, type Zone } from '@artikul/contract/pricing/delivery'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api/api-error.ts'
import type { FormErrors } from '../../../lib/api/form-errors.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
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
const placeError = (error: unknown) => (shown: FormErrors) =>
  error instanceof ApiError && error.code === 'zone.exists' && error.errors.length === 0
    ? { fields: { name: error.message }, form: null }
    : shown

const saveZone = (zone: Zone | null, draft: ZoneDraft): Promise<unknown> =>
  zone
    ? call(deliveryRoutes.updateZone, {
        params: { id: zone.id },
        body: { version: zone.version, ...zonePatch(zone, draft) },
      })
    : call(deliveryRoutes.createZone, { body: zoneOf(draft) })

/** Form state of a zone. */
export function useZoneForm(zone: Zone | null, onSaved: () => void) {
  const queryClient = useQueryClient()
  const form = useForm<ZoneDraft>({
    values: zone ? draftOfZone(zone) : EMPTY_ZONE,
    refetch: () => queryClient.refetchQueries({ queryKey: zonesQuery.queryKey }),
  })
  const { draft, change } = form
  const save = useMutation({
    mutationFn: () => saveZone(zone, draft),
    onSuccess: async () => {
      toast({ severity: 'success', summary: zone ? 'Зона сохранена' : 'Зона добавлена', detail: draft.name.trim() })
      onSaved()
      await invalidate(queryClient, ['delivery/zones', 'contractors'])
    },
    onError: (error) => form.refuse(error, zoneFields(draft), placeError(error)),
  })
  return {
    ...form,
    busy: save.isPending,
    changed: zone ? Object.keys(zonePatch(zone, draft)).length > 0 : form.isDirty,
    changeRun: (index: number, run: DeliveryRunDraft) => change({ runs: draft.runs.with(index, run) }),
    addRun: () => change({ runs: [...draft.runs, emptyDeliveryRun()] }),
    removeRun: (index: number) => change({ runs: draft.runs.toSpliced(index, 1) }),
    submit: () => {
      if (!form.passes(zoneRefusals(draft))) return
      // No change is left, possibly because another user saved the same.
      if (zone && Object.keys(zonePatch(zone, draft)).length === 0) onSaved()
      else save.mutate()
    },
  }
}
export type ZoneForm = ReturnType<typeof useZoneForm>
