import type { Zone } from '@artikul/contract/delivery'
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { StaleNotice } from '../../ui/stale-notice.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useZoneForm } from './use-zone-form.ts'
import { WaveFields } from './wave-fields.tsx'

interface Props {
  /** Null: a new one. */
  zone: Zone | null
  onClose: () => void
}

export default function ZoneDialog({ zone, onClose }: Props) {
  const id = useId()
  const { question, ask } = useConfirm()
  const form = useZoneForm(zone, onClose)
  const { draft, errors } = form
  const title = zone ? `Зона «${zone.name}»` : 'Новая зона доставки'
  const close = async () => {
    if (!form.changed || (await ask({ title: 'Закрыть без сохранения?', text: 'Введённое пропадёт.' }))) onClose()
  }
  return (
    <Dialog
      side
      title={title}
      open
      onClose={() => void close()}
      actions={
        <>
          <Button onClick={() => void close()}>Отмена</Button>
          <Button type="submit" form={id} look="primary" busy={form.busy}>
            {zone ? 'Сохранить' : 'Добавить'}
          </Button>
        </>
      }
    >
      <Form id={id} label={title} onSubmit={form.submit} error={errors.form}>
        {form.stale && <StaleNotice onRefresh={() => void form.refresh()} />}
        <TextField
          label="Название зоны"
          placeholder="Север"
          required
          maxLength={100}
          autoComplete="off"
          value={draft.name}
          onValueChange={(name) => form.change({ name })}
          error={errors.fields['name']}
        />
        <TextArea
          label="Примечание"
          hint="Видно только сотрудникам."
          rows={2}
          maxLength={500}
          value={draft.note}
          onValueChange={(note) => form.change({ note })}
          error={errors.fields['note']}
        />
        <WaveFields form={form} />
      </Form>
      {question}
    </Dialog>
  )
}
