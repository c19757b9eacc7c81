import { counted } from '@artikul/contract/core/plural'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cartsRoutes } from '@artikul/contract/ordering/carts'
import { formErrors, NO_ERRORS } from '../../../lib/api/form-errors.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { cartsQuery } from './cart.api.ts'

/** Value of a new cart: no cart has id 0. */
const NEW = 0

interface Props {
  lineIds: number[]
  onClose: () => void
}

/** Moves or copies the selected lines to another cart. */
export default function MoveLinesDialog({ lineIds, onClose }: Props) {
  const { data } = useQuery(cartsQuery)
  const refresh = useInvalidate('carts', 'cart')
  const others = data?.results.filter((cart) => !cart.is_current) ?? []
  const [chosen, setChosen] = useState<number | null>(null)
  const [name, setName] = useState('')
  const [made, setMade] = useState<number | null>(null)
  const [way, setWay] = useState<'move' | 'copy'>('move')
  const target = chosen ?? others[0]?.id ?? NEW
  const save = useMutation({
    mutationFn: async () => {
      const id =
        target === NEW
          ? (made ?? (await call(cartsRoutes.create, { body: { name: name.trim(), choose: false } })).id)
          : target
      // A retry after a refusal reuses the created cart.
      if (target === NEW) setMade(id)
      return call(cartsRoutes.take, { params: { id }, body: { line_ids: lineIds, copy: way === 'copy' } })
    },
    onSuccess: ({ taken: lineCount }) => {
      const where = target === NEW ? name.trim() : (others.find(({ id }) => id === target)?.name ?? '')
      toast({
        severity: 'success',
        summary: way === 'copy' ? `Скопировано в корзину «${where}»` : `Перенесено в корзину «${where}»`,
        detail: counted(lineCount, 'строка', 'строки', 'строк'),
      })
      onClose()
    },
    onSettled: refresh,
  })
  const errors = save.error ? formErrors(save.error, ['name']) : NO_ERRORS
  return (
    <FormDialog
      title={`В другую корзину: ${counted(lineIds.length, 'строка', 'строки', 'строк')}`}
      width="sm"
      submit={way === 'copy' ? 'Скопировать' : 'Перенести'}
      form={{ errors, busy: save.isPending, submit: save.mutate }}
      disabled={!data}
      isDirty={name !== ''}
      onClose={onClose}
    >
      <Select
        label="Корзина"
        items={[
          ...others.map(({ id, name: label }) => ({ value: id, label })),
          { value: NEW, label: 'Новая корзина…' },
        ]}
        value={target}
        onValueChange={(id) => setChosen(id)}
      />
      {target === NEW && (
        <TextField
          label="Название"
          required
          autoComplete="off"
          maxLength={60}
          value={name}
          onValueChange={setName}
          error={errors.fields['name']}
        />
      )}
      <RadioGroup
        label="Что сделать"
        items={[
          { value: 'move', label: 'Перенести: здесь их не останется' },
          { value: 'copy', label: 'Скопировать: останутся и здесь' },
        ]}
        value={way}
        onValueChange={setWay}
      />
    </FormDialog>
  )
}
