import { counted } from '@artikul/contract/core/plural'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cartsRoutes } from '@artikul/contract/ordering/carts'
import { useForm } from '../../../lib/browser/use-form.ts'
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

interface Draft {
  target: number | null
  name: string
  way: 'move' | 'copy'
}

interface Props {
  lineIds: number[]
  onClose: () => void
}

/** Moves or copies the selected lines to another cart. */
export default function MoveLinesDialog({ lineIds, onClose }: Props) {
  const { data } = useQuery(cartsQuery)
  const refresh = useInvalidate('carts', 'cart')
  const others = data?.results.filter((cart) => !cart.is_current) ?? []
  const { draft, errors, field, refuse } = useForm<Draft>({ defaultValues: { target: null, name: '', way: 'move' } })
  const [made, setMade] = useState<number | null>(null)
  const { way } = draft
  const name = draft.name.trim()
  const target = draft.target ?? others[0]?.id ?? NEW
  const save = useMutation({
    mutationFn: async () => {
      const id =
        target === NEW ? (made ?? (await call(cartsRoutes.create, { body: { name, choose: false } })).id) : target
      // A retry after a refusal reuses the created cart.
      if (target === NEW) setMade(id)
      return call(cartsRoutes.take, { params: { id }, body: { line_ids: lineIds, copy: way === 'copy' } })
    },
    onSuccess: ({ taken: lineCount }) => {
      const where = target === NEW ? name : (others.find(({ id }) => id === target)?.name ?? '')
      toast({
        severity: 'success',
        summary: way === 'copy' ? `Скопировано в корзину «${where}»` : `Перенесено в корзину «${where}»`,
        detail: counted(lineCount, 'строка', 'строки', 'строк'),
      })
      onClose()
    },
    onError: (error) => refuse(error, ['name']),
    onSettled: refresh,
  })
  return (
    <FormDialog
      title={`В другую корзину: ${counted(lineIds.length, 'строка', 'строки', 'строк')}`}
      width="sm"
      submit={way === 'copy' ? 'Скопировать' : 'Перенести'}
      form={{ errors, busy: save.isPending, submit: save.mutate }}
      disabled={!data}
      isDirty={draft.name !== ''}
      onClose={onClose}
    >
      <Select
        label="Корзина"
        items={[
          ...others.map(({ id, name: label }) => ({ value: id, label })),
          { value: NEW, label: 'Новая корзина…' },
        ]}
        {...field('target')}
        value={target}
      />
      {target === NEW && <TextField label="Название" required autoComplete="off" maxLength={60} {...field('name')} />}
      <RadioGroup
        label="Что сделать"
        items={[
          { value: 'move', label: 'Перенести: здесь их не останется' },
          { value: 'copy', label: 'Скопировать: останутся и здесь' },
        ]}
        {...field('way')}
      />
    </FormDialog>
  )
}
