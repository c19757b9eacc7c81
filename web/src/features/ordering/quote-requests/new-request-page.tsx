import { NewRequest } from '@artikul/contract/ordering/new-quote-request'
import { useMutation } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { requestRoutes } from '@artikul/contract/ordering/quote-requests'
import { messageOf } from '../../../lib/api/api-error.ts'
import { pathErrors } from '../../../lib/api/form-errors.ts'
import { useIdempotencyKey } from '../../../lib/api/use-idempotency-key.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { toRequest, useRequestDraft } from './new-request-draft.ts'
import { NewRequestRows } from './new-request-rows.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import { untilText } from '../../../lib/text/due-text.ts'

const route = getRouteApi('/requests/new')

/** Creates the request, then uploads its photos one by one; failed photos are listed and the request remains. */
function useSending(photos: readonly File[]) {
  const keyOf = useIdempotencyKey()
  const refresh = useInvalidate('quote-requests')
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (body: NewRequest) => {
      const request = await call(requestRoutes.create, { body, idempotencyKey: keyOf(body) })
      const failed: string[] = []
      for (const file of photos)
        await call(requestRoutes.addPhoto, { params: { id: request.id }, file }).catch((error: unknown) =>
          failed.push(`${file.name}: ${messageOf(error)}`),
        )
      return { ...request, failed }
    },
    onSuccess: async ({ id, number, answer_by, failed }) => {
      await refresh()
      toast({ severity: 'success', summary: `Запрос ${number} отправлен`, detail: `Ответим ${untilText(answer_by)}` })
      if (failed.length > 0)
        toast({ severity: 'warn', summary: 'Не все фото загружены', detail: failed.join('. '), life: 8000 })
      await navigate({ to: '/requests/$id', params: { id: String(id) } })
    },
  })
}

export default function NewRequestPage() {
  const prefill = route.useSearch()
  const form = useRequestDraft(prefill)
  const [photos, setPhotos] = useState<File[]>([])
  const send = useSending(photos)
  const { draft, errors, field, checked, show } = form
  const { body, places } = toRequest({
    ...draft,
    ...(prefill.vehicle !== undefined && { vehicle_id: prefill.vehicle }),
  })
  const submit = () => {
    if (checked(NewRequest, body)) send.mutate(body, { onError: (error) => show(pathErrors(error)) })
  }
  return (
    <>
      <PageHeader
        title="Новый запрос менеджеру"
        subtitle="Назовите детали или опишите, что нужно, и приложите VIN и фото"
        crumbs={[{ label: 'Запросы менеджеру', to: '/requests' }, { label: 'Новый запрос' }]}
      />
      <Form label="Новый запрос" error={errors.form} onSubmit={submit}>
        <Panel title="Детали">
          <NewRequestRows
            draft={form}
            errorOf={(place, name) => errors.fields[`rows.${places.indexOf(place)}.${name}`]}
          />
        </Panel>
        <Panel title="Автомобиль и пожелания">
          <div className="grid gap-3.5 md:grid-cols-2">
            <TextField label="VIN или номер кузова" autoComplete="off" maxLength={50} {...field('vin')} />
            <TextField
              label="Автомобиль"
              placeholder="Kia Rio 2017, 1.6, автомат"
              autoComplete="off"
              maxLength={200}
              {...field('car')}
            />
            <TextArea label="Что нужно" className="md:col-span-2" maxLength={2000} {...field('text')} />
            <div className="md:col-span-2">
              <PhotoPicker files={photos} onFilesChange={setPhotos} />
            </div>
          </div>
        </Panel>
        <div className="flex justify-end">
          <Button look="primary" type="submit" busy={send.isPending}>
            Отправить запрос
          </Button>
        </div>
      </Form>
    </>
  )
}
