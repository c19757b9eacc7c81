import { Field as BaseField } from '@base-ui/react/field'
import { Field, type FieldProps } from './field.tsx'
import { useListbox } from './use-listbox.ts'

interface Suggestion {
  value: string
}

type Props<S extends Suggestion> = FieldProps & {
  value: string
  onValueChange: (value: string) => void
  items: readonly S[]
  onTake: (item: S) => void
  maxLength?: number
}

/** Free text field with suggestions, which are optional. */
export function SuggestField<S extends Suggestion>(props: Props<S>) {
  const { value, onValueChange, items, onTake, maxLength, ...field } = props
  const take = (item: S | undefined) => item && onTake(item)
  const listbox = useListbox({ count: items.length, onTake: (index) => index !== null && take(items[index]) })
  return (
    <Field {...field}>
      <div className="relative" {...listbox.box}>
        <BaseField.Control
          {...listbox.input}
          required={field.required}
          maxLength={maxLength}
          value={value}
          onValueChange={(text) => {
            onValueChange(text)
            listbox.highlight(-1)
            listbox.setOpen(true)
          }}
          className="control"
        />
        {listbox.shown && (
          <ul
            {...listbox.list}
            aria-label={field.label}
            className="popup absolute inset-x-0 top-full z-[1000] mt-1 max-h-64 overflow-y-auto"
          >
            {items.map((item, index) => (
              <li
                key={item.value}
                {...listbox.option(index)}
                className="option"
                onClick={() => {
                  listbox.close()
                  take(item)
                }}
              >
                {item.value}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Field>
  )
}
