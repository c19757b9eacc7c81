import type { PriceExportFormat } from '@artikul/contract/ordering/price-exports'
import { formErrors, NO_ERRORS } from '../../../lib/api/form-errors.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { BrandsField } from './brands-field.tsx'
import { GroupsField } from './groups-field.tsx'
import { useOrder } from './price-exports.api.ts'
import type { PriceExportForm } from './use-price-export-form.ts'

const FORMATS: readonly { value: PriceExportFormat; label: string }[] = [
  { value: 'xlsx', label: 'XLSX — для Excel' },
  { value: 'csv', label: 'CSV — для загрузки в программу' },
]
const STOCKS = [
  { value: 'in_stock', label: 'Только в наличии' },
  { value: 'all', label: 'Все: и то, чего сейчас нет' },
] as const

/** Filters of the file. */
export function PriceExportFormPanel({ form }: { form: PriceExportForm }) {
  const order = useOrder()
  const errors = order.error ? formErrors(order.error, ['brand_ids', 'group_ids']) : NO_ERRORS
  return (
    <Panel title="Новый файл" className="min-w-0 flex-1">
      <Form label="Новый файл" onSubmit={() => order.mutate({ body: form.fields })} error={errors.form}>
        <div className="grid gap-3.5 sm:grid-cols-2">
          <RadioGroup label="Формат" items={FORMATS} value={form.format} onValueChange={form.setFormat} />
          <RadioGroup
            label="Наличие"
            items={STOCKS}
            value={form.inStock ? 'in_stock' : 'all'}
            onValueChange={(stock) => form.setInStock(stock === 'in_stock')}
          />
          <BrandsField value={form.brands} onValueChange={form.setBrands} error={errors.fields['brand_ids']} />
          <GroupsField value={form.groups} onValueChange={form.setGroups} error={errors.fields['group_ids']} />
          {form.points.length > 0 && (
            <Select
              label="Куда"
              hint="Для этой точки посчитаем сроки."
              items={form.points.map(({ id, name }) => ({ value: id, label: name }))}
              value={form.pointId}
              onValueChange={form.setPoint}
            />
          )}
        </div>
        <Button look="primary" type="submit" busy={order.isPending} className="self-start max-sm:self-stretch">
          Собрать файл
        </Button>
      </Form>
    </Panel>
  )
}
