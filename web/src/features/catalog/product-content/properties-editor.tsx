import { MAX_PROPERTIES, type ProductProperty } from '@artikul/contract/catalog/product-content'
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'

interface Props {
  properties: readonly ProductProperty[]
  /** Errors by path: «properties.3.value». */
  errors: Readonly<Record<string, string>>
  onChange: (properties: ProductProperty[]) => void
}

const EMPTY: ProductProperty = { name: '', value: '', unit: '' }

/** Properties of a product in their order. */
export function PropertiesEditor({ properties, errors, onChange }: Props) {
  return (
    <section aria-label="Свойства" className="flex flex-col gap-3">
      <h3 className="text-base font-semibold">Свойства</h3>
      {properties.length === 0 && <p className="text-sm text-text-2">Свойств пока нет.</p>}
      <ol className="flex flex-col gap-3">
        {properties.map((property, at) => (
          // Rows have no identity but their place.
          <li key={at}>
            <Row
              at={at}
              property={property}
              errors={errors}
              onChange={(next) => onChange(properties.with(at, next))}
              onRemove={() => onChange(properties.toSpliced(at, 1))}
              onRaise={() => onChange(properties.toSpliced(at, 1).toSpliced(at - 1, 0, property))}
            />
          </li>
        ))}
      </ol>
      {properties.length < MAX_PROPERTIES && (
        <Button
          size="sm"
          className="self-start"
          icon={<IconPlus size={16} />}
          onClick={() => onChange([...properties, EMPTY])}
        >
          Добавить свойство
        </Button>
      )}
    </section>
  )
}

interface RowProps {
  at: number
  property: ProductProperty
  errors: Props['errors']
  onChange: (property: ProductProperty) => void
  onRemove: () => void
  onRaise: () => void
}

function Row({ at, property, errors, onChange, onRemove, onRaise }: RowProps) {
  const error = (field: keyof ProductProperty) => errors[`properties.${at}.${field}`]
  const name = property.name || `свойство ${at + 1}`
  return (
    <div className="grid grid-cols-[1fr_1fr_5rem_auto] items-start gap-2 max-sm:grid-cols-[1fr_auto]">
      <TextField
        label="Название"
        maxLength={60}
        value={property.name}
        error={error('name')}
        onValueChange={(text) => onChange({ ...property, name: text })}
      />
      <TextField
        label="Значение"
        className="max-sm:col-start-1"
        maxLength={200}
        value={property.value}
        error={error('value')}
        onValueChange={(text) => onChange({ ...property, value: text })}
      />
      <TextField
        label="Единица"
        className="max-sm:col-start-1"
        maxLength={20}
        value={property.unit}
        error={error('unit')}
        onValueChange={(text) => onChange({ ...property, unit: text })}
      />
      <div className="mt-6 flex max-sm:col-start-2 max-sm:row-start-1 max-sm:flex-col">
        <IconButton
          label={`Поднять «${name}»`}
          icon={<IconArrowUp size={16} />}
          disabled={at === 0}
          onClick={onRaise}
        />
        <IconButton label={`Удалить «${name}»`} icon={<IconTrash size={16} />} onClick={onRemove} />
      </div>
    </div>
  )
}
