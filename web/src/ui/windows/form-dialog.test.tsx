import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { useForm } from '../../lib/browser/use-form.ts'
import { FormDialog } from './form-dialog.tsx'
import { TextField } from '../fields/text-field.tsx'

afterEach(cleanup)

const opened = () => {
  const [onClose, onSubmit] = [vi.fn(), vi.fn()]
  render(<Sample onClose={onClose} onSubmit={onSubmit} />)
  return { onClose, onSubmit }
}
const type = (value: string) => fireEvent.change(screen.getByLabelText('Название'), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const question = () => screen.findByRole('alertdialog', { name: 'Закрыть без сохранения?' })

test.each(['Отмена', 'Закрыть'])('«%s» closes an unchanged form at once', (name) => {
  const { onClose } = opened()
  type('Склад 2')
  type('Склад 1')
  press(name)
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test.each(['Отмена', 'Закрыть'])('«%s» requires a confirmation to close a changed form', async (name) => {
  const { onClose } = opened()
  type('Склад 2')
  press(name)
  await question()
  press('Нет')
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLInputElement>('Название').value).toBe('Склад 2')
  press(name)
  await question()
  press('Да')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('Escape requires a confirmation to close a changed form', async () => {
  const { onClose } = opened()
  type('Склад 2')
  fireEvent.keyDown(screen.getByLabelText('Название'), { key: 'Escape' })
  await question()
  expect(onClose).not.toHaveBeenCalled()
})

test('footer button submits the form', () => {
  const { onSubmit } = opened()
  press('Сохранить')
  expect(onSubmit).toHaveBeenCalledOnce()
})

function Sample({ onClose, onSubmit }: { onClose: () => void; onSubmit: () => void }) {
  const [open, setOpen] = useState(true)
  const { draft, errors, change, isDirty } = useForm({ defaultValues: { name: 'Склад 1' } })
  const close = () => {
    setOpen(false)
    onClose()
  }
  if (!open) return null
  return (
    <FormDialog
      title="Склад"
      submit="Сохранить"
      form={{ errors, busy: false, submit: onSubmit }}
      isDirty={isDirty}
      onClose={close}
    >
      <TextField label="Название" value={draft.name} onValueChange={(name) => change({ name })} />
    </FormDialog>
  )
}
