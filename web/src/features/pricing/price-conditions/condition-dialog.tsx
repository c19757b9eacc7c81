import type { PriceConditionTerms, PriceEffect } from '@artikul/contract/pricing/price-condition'
import { EFFECT_LABELS } from '@artikul/contract/pricing/price-effects'
import { useQuery } from '@tanstack/react-query'
import { targetsQuery } from '../../../lib/queries/price-targets-query.ts'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import { LookupField } from '../../../ui/fields/lookup-field.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { ConditionPreviewPanel } from './condition-preview.tsx'
import type { ConditionDraft } from './condition-draft.ts'
import { priceGroupsQuery } from './price-conditions.api.ts'
import { useConditionForm, type ConditionForm } from './use-condition-form.ts'

interface Props {
  /** `null` for a new condition. */
  condition: PriceConditionTerms | null
  initial: ConditionDraft
  onClose: () => void
}

export default function ConditionDialog({ condition, initial, onClose }: Props) {
  const form = useConditionForm(condition, initial, onClose)
  return (
    <FormDialog
      side
      title={condition ? `Ценовое условие №\u00a0${condition.id}` : 'Новое ценовое условие'}
      label="Ценовое условие"
      submit={condition ? 'Сохранить' : 'Добавить'}
      form={form}
      isDirty={form.isDirty}
      onClose={onClose}
      acts={
        <Button busy={form.preview.isPending} onClick={form.look}>
          Что изменится
        </Button>
      }
      below={<ConditionPreviewPanel preview={form.preview.data} error={form.preview.error} />}
    >
      <Whose form={form} />
      <What form={form} />
      <Effect form={form} />
      <Period form={form} />
    </FormDialog>
  )
}

const SCOPES = [
  { value: 'all', label: 'Для всех покупателей' },
  { value: 'group', label: 'Для ценовой группы' },
  { value: 'company', label: 'Для одного покупателя' },
] as const

const useColumns = () => (useQuery(priceGroupsQuery).data ?? []).map(({ id, name }) => ({ value: id, label: name }))

function Whose({ form: { draft, field } }: { form: ConditionForm }) {
  const columns = useColumns()
  return (
    <>
      <RadioGroup label="Кому" items={SCOPES} {...field('scope')} />
      {draft.scope === 'group' && (
        <Select label="Ценовая группа" required items={columns} {...field('price_group_id')} />
      )}
      {draft.scope === 'company' && (
        <LookupField
          lookUp={targetsQuery('contractor')}
          label="Покупатель"
          placeholder="Название или ИНН"
          required
          {...field('contractor')}
        />
      )}
    </>
  )
}

const WHATS = [
  { value: 'product', label: 'На один артикул' },
  { value: 'goods', label: 'На товары по бренду, группе, поставщику, количеству или закупке' },
  { value: 'all', label: 'На все товары' },
] as const

function What({ form }: { form: ConditionForm }) {
  const { draft, field } = form
  return (
    <>
      <RadioGroup label="На что" items={WHATS} {...field('what')} />
      {draft.what === 'product' && (
        <LookupField
          lookUp={targetsQuery('product')}
          label="Артикул"
          placeholder="Начало артикула"
          required
          {...field('product')}
        />
      )}
      {draft.what === 'goods' && (
        <div className="grid gap-3 sm:grid-cols-2">
          <LookupField lookUp={targetsQuery('brand')} label="Бренд" placeholder="Любой" {...field('brand')} />
          <LookupField
            lookUp={targetsQuery('inventory_group')}
            label="Группа номенклатуры"
            placeholder="Любая"
            {...field('inventory_group')}
          />
        </div>
      )}
      {(draft.what === 'goods' || draft.what === 'product') && <Terms form={form} />}
    </>
  )
}

function Terms({ form: { field } }: { form: ConditionForm }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <LookupField lookUp={targetsQuery('source')} label="Поставщик" placeholder="Любой" {...field('source')} />
      <NumberField label="Количество от" placeholder="Любое" min={0} {...field('qty_from')} />
      <MoneyField label="Закупка от" placeholder="Любая" {...field('purchase_from_kop')} />
      <MoneyField label="Закупка до" placeholder="Любая" {...field('purchase_to_kop')} />
    </div>
  )
}

const EFFECTS = (Object.keys(EFFECT_LABELS) as PriceEffect['kind'][]).map((value) => ({
  value,
  label: EFFECT_LABELS[value],
}))
const HINTS: Partial<Record<PriceEffect['kind'], string>> = {
  markup: 'Вместо наценки колонки, считается от закупки с наценками поставщика и группы.',
  discount: 'Считается от цены колонки покупателя.',
}

function Effect({ form: { draft, errors, change, field } }: { form: ConditionForm }) {
  const columns = useColumns()
  const isPercent = draft.kind === 'markup' || draft.kind === 'discount'
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select
        label="Какая цена"
        items={EFFECTS}
        value={draft.kind}
        onValueChange={(kind) => kind && change({ kind })}
        error={errors.fields['effect']}
        hint={HINTS[draft.kind]}
      />
      {isPercent && <NumberField label="Процент" required min={0} {...field('percent')} />}
      {draft.kind === 'fixed' && <MoneyField label="Цена с НДС" required {...field('fixed_kop')} />}
      {draft.kind === 'column' && <Select label="Колонка цен" required items={columns} {...field('column_id')} />}
    </div>
  )
}

function Period({ form: { field } }: { form: ConditionForm }) {
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <DateField label="Первый день" required {...field('valid_from')} />
        <DateField label="Последний день" hint="Без ограничения, если не заполнено." {...field('valid_to')} />
      </div>
      <TextField label="Примечание" maxLength={200} {...field('note')} />
    </>
  )
}
