import { PriceGroupFields, type PriceGroup } from '@artikul/contract/price-groups'
import { useId, useState } from 'react'
import { formErrors, NO_ERRORS, refusalsOf } from '../../lib/form-errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { NumberField } from '../../ui/number-field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toast } from '../../ui/toast.ts'
import { saveGroup, usePriceChange } from './price-conditions.api.ts'

interface Props {
  /** Null: a new one. */
  group: PriceGroup | null
  onClose: () => void
}

export function PriceGroupDialog({ group, onClose }: Props) {
  const id = useId()
  const [name, setName] = useState(group?.name ?? '')
  const [percent, setPercent] = useState(group ? group.markup_hundredths / 100 : null)
  const [rounds, setRounds] = useState(group?.rounds_to_ruble ?? false)
  const [errors, setErrors] = useState(NO_ERRORS)
  const save = usePriceChange((fields: PriceGroupFields) => saveGroup(group, fields))
  const submit = () => {
    const fields = {
      name,
      markup_hundredths: percent === null ? null : Math.round(percent * 100),
      rounds_to_ruble: rounds,
    }
    const refused = refusalsOf(PriceGroupFields, fields)
    setErrors({ fields: refused, form: null })
    if (Object.keys(refused).length > 0) return
    save.mutate(PriceGroupFields.parse(fields), {
      onSuccess: () => {
        toast({ severity: 'success', summary: group ? 'Колонка сохранена' : 'Колонка добавлена', detail: name.trim() })
        onClose()
      },
      onError: (error) => setErrors(formErrors(error, ['name', 'markup_hundredths'])),
    })
  }
  return (
    <Dialog
      title={group ? `Колонка «${group.name}»` : 'Новая колонка цен'}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Отмена</Button>
          <Button type="submit" form={id} look="primary" busy={save.isPending}>
            {group ? 'Сохранить' : 'Добавить'}
          </Button>
        </>
      }
    >
      <Form id={id} label="Колонка цен" onSubmit={submit} error={errors.form}>
        <TextField
          label="Название"
          placeholder="Опт 1"
          required
          maxLength={100}
          autoComplete="off"
          value={name}
          onValueChange={setName}
          error={errors.fields['name']}
        />
        <NumberField
          label="Наценка, %"
          hint="К закупке с наценками поставщика и группы номенклатуры."
          required
          min={0}
          value={percent}
          onValueChange={setPercent}
          error={errors.fields['markup_hundredths']}
        />
        <Switch label="Округлять цену до рубля вверх" checked={rounds} onCheckedChange={setRounds} />
      </Form>
    </Dialog>
  )
}
