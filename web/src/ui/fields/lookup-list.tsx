import { FilterTag } from './filter-field.tsx'
import { LookupField, type LookupFieldProps, type LookupResult } from './lookup-field.tsx'

interface Props<T> extends Pick<LookupFieldProps<T>, 'lookUp'> {
  label: string
  placeholder: string
  hint?: string
  value: readonly LookupResult[]
  onValueChange: (value: readonly LookupResult[]) => void
  error?: string | undefined
}

/** Selects any number of server-side items by typing. */
export function LookupList<T>({ value, onValueChange, ...field }: Props<T>) {
  const add = (found: LookupResult | null) => {
    if (found && !value.some(({ id }) => id === found.id)) onValueChange([...value, found])
  }
  return (
    <div className="flex flex-col gap-2">
      <LookupField {...field} value={null} onValueChange={add} />
      {value.length > 0 && (
        <ul aria-label={field.label} className="flex flex-wrap gap-1.5">
          {value.map(({ id, name }) => (
            <li key={id} className="max-w-full">
              <FilterTag
                act="Убрать"
                label={name}
                onRemove={() => onValueChange(value.filter((one) => one.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
