import { PriceGroupFields, priceGroupRoutes, type PriceGroup } from '@artikul/contract/pricing/price-groups'
import { useMutation } from '@tanstack/react-query'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Switch } from '../../../ui/fields/switch.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { useInvalidate } from '../../../lib/api/use-api-mutation.ts'
import { call } from '../../../lib/api/call.ts'
import { PRICE_KEYS } from './price-conditions.api.ts'

interface Props {
  /** `null` for a new price group. */
  group: PriceGroup | null
  onClose: () => void
}

export function PriceGroupDialog({ group, onClose }: Props) {
  const { draft, errors, field, change, isDirty, checked, refuse } = useForm({
    defaultValues: {
      name: group?.name ?? '',
      percent: group ? group.markup_hundredths / 100 : null,
      rounds: group?.rounds_to_ruble ?? false,
    },
    paths: { percent: 'markup_hundredths' },
  })
  const { name, percent, rounds } = draft
  const save = useMutation({
    mutationFn: (fields: PriceGroupFields): Promise<unknown> =>
      group
        ? call(priceGroupRoutes.update, { params: { id: group.id }, body: { version: group.version, ...fields } })
        : call(priceGroupRoutes.create, { body: fields }),
    onSettled: useInvalidate(...PRICE_KEYS),
  })
  const submit = () => {
    const fields = checked(PriceGroupFields, {
      name,
      markup_hundredths: percent === null ? null : Math.round(percent * 100),
      rounds_to_ruble: rounds,
    })
    if (!fields) return
    save.mutate(fields, {
      onSuccess: () => {
        toast({ severity: 'success', summary: group ? 'Колонка сохранена' : 'Колонка добавлена', detail: fields.name })
        onClose()
      },
      onError: (error) => refuse(error, ['name', 'markup_hundredths']),
    })
  }
  return (
    <FormDialog
      title={group ? `Колонка «${group.name}»` : 'Новая колонка цен'}
      label="Колонка цен"
      submit={group ? 'Сохранить' : 'Добавить'}
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <TextField label="Название" placeholder="Опт 1" required maxLength={100} autoComplete="off" {...field('name')} />
      <NumberField
        label="Наценка, %"
        hint="К закупке с наценками поставщика и группы номенклатуры."
        required
        min={0}
        {...field('percent')}
      />
      <Switch label="Округлять цену до рубля вверх" checked={rounds} onCheckedChange={(on) => change({ rounds: on })} />
    </FormDialog>
  )
}
