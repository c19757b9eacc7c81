import { keysOf } from '@artikul/contract/core/keys'
import {
  SupplyRouteFields,
  VAT_MODES,
  supplyRouteRoutes,
  type SupplyRoute,
  type VatMode,
} from '@artikul/contract/suppliers/supply-routes'
import { targetsQuery } from '../../../lib/queries/price-targets-query.ts'
import { roubles } from '../../../lib/text/format.ts'
import { useForm } from '../../../lib/browser/use-form.ts'
import { FormDialog } from '../../../ui/windows/form-dialog.tsx'
import type { LookupResult } from '../../../ui/fields/lookup-field.tsx'
import { LookupList } from '../../../ui/fields/lookup-list.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { MoreFields } from './more-fields.tsx'
import { priceBoundsText } from './price-bounds.ts'
import { toast } from '../../../ui/hints/toast.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'

const MODES = keysOf(VAT_MODES).map((value) => ({ value, label: VAT_MODES[value] }))
const MORE = ['kg_markup_kop', 'price_from_kop', 'price_to_kop', 'stated_delivery_percent'] as const
const FIELDS = ['name', 'vat_mode', 'fresh_hours', 'markup_hundredths', 'no_return_brand_ids', ...MORE]

interface Draft {
  name: string
  vat_mode: VatMode
  fresh_hours: number | null
  /** Markup in per cent, as typed. */
  markup: number | null
  kg_markup_kop: number | null
  price_from_kop: number | null
  price_to_kop: number | null
  stated_delivery_percent: number | null
  brands: readonly LookupResult[]
}

const draftOf = (source: SupplyRoute): Draft => ({
  name: source.name,
  vat_mode: source.vat_mode,
  fresh_hours: source.fresh_hours,
  markup: source.markup_hundredths / 100,
  kg_markup_kop: source.kg_markup_kop || null,
  price_from_kop: source.price_from_kop,
  price_to_kop: source.price_to_kop,
  stated_delivery_percent: source.stated_delivery_percent,
  brands: source.no_return_brands,
})

const fieldsOf = ({ markup, brands, kg_markup_kop: perKg, ...typed }: Draft) => ({
  ...typed,
  kg_markup_kop: perKg ?? 0,
  markup_hundredths: markup === null ? null : Math.round(markup * 100),
  no_return_brand_ids: brands.map(({ id }) => id),
})

/** Effect of the folded settings. */
function effectText(draft: Draft): string {
  const bounds = priceBoundsText(draft)
  const perKg = draft.kg_markup_kop ?? 0
  const share = draft.stated_delivery_percent
  return [
    perKg > 0 && `Товар весом 2\u00a0кг считается от закупки, которая больше на ${roubles(perKg * 2)}.`,
    bounds ? `Покупатели видят предложения с ценой для них ${bounds}.` : 'Покупатели видят предложения с любой ценой.',
    share !== null && `В столбце «Выдача» у них ${share}\u00a0%, с подсказкой «со слов поставщика».`,
  ]
    .filter(Boolean)
    .join(' ')
}

export default function SupplyRouteDialog({ source, onClose }: { source: SupplyRoute; onClose: () => void }) {
  const { draft, errors, change, field, isDirty, checked, refuse } = useForm({
    defaultValues: draftOf(source),
    paths: {
      markup: 'markup_hundredths',
      brands: 'no_return_brand_ids',
      price_from_kop: ['price_from_kop', 'price_to_kop'],
    },
  })
  const save = useApiMutation(supplyRouteRoutes.update, { invalidates: ['supply-routes'] })
  const submit = () => {
    const fields = checked(SupplyRouteFields, fieldsOf(draft))
    if (!fields) return
    save.mutate(
      { params: { id: source.id }, body: { version: source.version, ...fields } },
      {
        onSuccess: () => {
          toast({ severity: 'success', summary: 'Поставщик сохранён', detail: draft.name })
          onClose()
        },
        onError: (error) => refuse(error, FIELDS),
      },
    )
  }
  return (
    <FormDialog
      side
      title={source.name}
      label="Поставщик"
      submit="Сохранить"
      form={{ errors, busy: save.isPending, submit }}
      isDirty={isDirty}
      onClose={onClose}
    >
      <TextField label="Название" hint="Клиенты его не видят." required maxLength={100} {...field('name')} />
      <Select
        label="Цены поставщика"
        hint="Без НДС у поставщика: наименьшая цена учитывает налог, который заплатите вы."
        items={MODES}
        value={draft.vat_mode}
        onValueChange={(mode) => mode && change({ vat_mode: mode })}
      />
      <NumberField label="Наценка поставщика, %" required min={0} {...field('markup')} />
      {source.kind !== 'own' && (
        <NumberField
          label="Прайс-лист актуален, ч"
          hint="Дальше цены помечены «уточняется», а через вдвое больший срок предложения скрываются."
          required
          min={1}
          {...field('fresh_hours')}
        />
      )}
      <LookupList
        lookUp={targetsQuery('brand')}
        label="Бренды без возврата"
        placeholder="Добавить бренд"
        {...field('brands')}
      />
      <MoreFields
        isOpen={MORE.some((field) => (source[field] ?? 0) !== 0 || field in errors.fields)}
        effect={effectText(draft)}
      >
        <MoneyField
          label="Наценка за килограмм"
          hint="Прибавляется к закупке до остальных наценок; если вес неизвестен — ничего."
          {...field('kg_markup_kop')}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <MoneyField label="Наименьшая цена" hint="Дешевле покупателю не показываем." {...field('price_from_kop')} />
          <MoneyField label="Наибольшая цена" hint="Дороже покупателю не показываем." {...field('price_to_kop')} />
        </div>
        {source.kind !== 'own' && (
          <NumberField
            label="Вероятность выдачи, %"
            hint="Сколько заказанного отдаёт поставщик, с его слов."
            min={0}
            max={100}
            {...field('stated_delivery_percent')}
          />
        )}
      </MoreFields>
    </FormDialog>
  )
}
