import { orderMessageRoutes, type OrderNote as Note } from '@artikul/contract/ordering/order-messages'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-error.ts'
import { formErrors } from '../../../lib/api/form-errors.ts'
import { moment } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { TextArea } from '../../../ui/fields/text-field.tsx'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

interface Props {
  orderId: number
  note: Note | null
  isStaff: boolean
}

const NONE = { text: '', version: 0 }

function useNote(orderId: number, saved: Pick<Note, 'text' | 'version'>) {
  // Typed text with the version of the note that it changes; `null` when nothing was typed.
  const [typed, setTyped] = useState<{ text: string; version: number } | null>(null)
  const keep = useApiMutation(orderMessageRoutes.note, { invalidates: [`orders/${orderId}/messages`] })
  const isStale = keep.error instanceof ApiError && keep.error.code === 'stale'
  const text = typed?.text ?? saved.text
  // After seeing another user's text, the user may overwrite it.
  const version = isStale || typed === null ? saved.version : typed.version
  return {
    text,
    isStale,
    isBusy: keep.isPending,
    isChanged: text.trim() !== saved.text,
    errors: keep.error && !isStale ? formErrors(keep.error, ['text']) : null,
    type: (next: string) => setTyped({ text: next, version: typed?.version ?? saved.version }),
    save: () =>
      keep.mutate(
        { params: { id: orderId }, body: { text: text.trim(), version } },
        { onSuccess: () => setTyped(null) },
      ),
  }
}

/** Private note of one side about the order. */
export function OrderNoteField({ orderId, note, isStaff }: Props) {
  const saved = note ?? NONE
  const form = useNote(orderId, saved)
  return (
    <Form label="Заметка" className="flex flex-col gap-3" error={form.errors?.form ?? null} onSubmit={form.save}>
      {form.isStale && (
        <Notice tone="warn">
          Заметку изменил другой сотрудник: «{saved.text}». Ваш текст остался в поле: сохраните его ещё раз, если он
          вернее.
        </Notice>
      )}
      <TextArea
        label={isStaff ? 'Для сотрудников' : 'Для своих'}
        hint={isStaff ? 'Клиент её не увидит' : 'Увидят только сотрудники вашей компании'}
        value={form.text}
        maxLength={2000}
        onValueChange={form.type}
        error={form.errors?.fields['text']}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-text-2">{note && `${note.by}, ${moment(note.at)}`}</p>
        <Button type="submit" busy={form.isBusy} disabled={!form.isChanged || form.isBusy}>
          Сохранить
        </Button>
      </div>
    </Form>
  )
}
