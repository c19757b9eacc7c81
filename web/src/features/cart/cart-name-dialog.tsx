import type { CartBrief } from '@artikul/contract/carts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formErrors, NO_ERRORS } from '../../lib/form-errors.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { createCart, renameCart } from './cart.api.ts'

interface Props {
  /** Null: a new one, which is worked with at once. */
  cart: CartBrief | null
  onClose: () => void
  onDone: () => Promise<unknown>
}

export default function CartNameDialog({ cart, onClose, onDone }: Props) {
  const [name, setName] = useState(cart?.name ?? '')
  const save = useMutation({
    mutationFn: async () => {
      if (cart) await renameCart(cart.id, name.trim())
      else await createCart(name.trim())
    },
    onSuccess: async () => {
      await onDone()
      toast({ severity: 'success', summary: cart ? 'Корзина переименована' : `Вы в корзине «${name.trim()}»` })
      onClose()
    },
  })
  const errors = save.error ? formErrors(save.error, ['name']) : NO_ERRORS
  return (
    <FormDialog
      title={cart ? 'Переименовать корзину' : 'Новая корзина'}
      {...(!cart && { description: 'Её увидят все сотрудники компании. Дальше товары добавляются в неё.' })}
      width="sm"
      submit={cart ? 'Сохранить' : 'Создать'}
      form={{ errors, busy: save.isPending, submit: save.mutate }}
      isDirty={name !== (cart?.name ?? '')}
      onClose={onClose}
    >
      <TextField
        label="Название"
        required
        autoComplete="off"
        maxLength={60}
        value={name}
        onValueChange={setName}
        error={errors.fields['name']}
      />
    </FormDialog>
  )
}
