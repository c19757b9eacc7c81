import { ONE_C_DIRECTIONS, OneCNodePatch, oneCRoutes, type OneCNode } from '@artikul/contract/integrations/one-c'
import { keysOf } from '@artikul/contract/core/keys'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { CheckboxGroup } from '../../../ui/fields/checkbox-group.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { ONE_C_KEYS } from './one-c.api.ts'

const DIRECTIONS = keysOf(ONE_C_DIRECTIONS).map((value) => ({ value, label: ONE_C_DIRECTIONS[value] }))
const draftOf = ({ version, name, default_brand, directions, is_paused, is_trial, loss_percent }: OneCNode) => ({
  version,
  name,
  default_brand,
  directions,
  is_paused,
  is_trial,
  loss_percent: loss_percent as number | null,
})

/** Settings of the exchange with one base. */
export default function NodeDialog({ node, onClose }: { node: OneCNode; onClose: () => void }) {
  const { draft, errors, change, field, isDirty, checked, refuse } = useForm({ defaultValues: draftOf(node) })
  const save = useApiMutation(oneCRoutes.update, { invalidates: ONE_C_KEYS })
  const submit = () => {
    const body = checked(OneCNodePatch, draft)
    if (!body) return
    save.mutate(
      { params: { id: node.id }, body },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: 'Обмен изменён' })
          onClose()
        },
        onError: (error) => refuse(error),
      },
    )
  }
  return (
    <FormDialog
      side
      title={`Обмен с 1С: ${node.name}`}
      submit="Сохранить"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <TextField label="Название базы" required maxLength={100} {...field('name')} />
      <CheckboxGroup
        label="Что передаётся"
        items={DIRECTIONS}
        value={draft.directions}
        onValueChange={(directions) => change({ directions })}
      />
      <TextField label="Производитель, если в 1С он не указан" maxLength={100} {...field('default_brand')} />
      <NumberField
        label="Порог снятия товаров, %"
        hint="Если в полной выгрузке нет большей доли товаров с остатком, снятие ждёт вашего решения."
        required
        {...field('loss_percent')}
      />
      <Checkbox
        label="Пробный режим: присланное видно, но ничего не меняет, заказы не передаются"
        checked={draft.is_trial}
        onCheckedChange={(is_trial) => change({ is_trial })}
      />
      <Checkbox
        label="Приостановить обмен: 1С получит отказ"
        checked={draft.is_paused}
        onCheckedChange={(is_paused) => change({ is_paused })}
      />
    </FormDialog>
  )
}
