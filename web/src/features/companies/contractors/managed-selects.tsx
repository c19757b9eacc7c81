import type { contractorRoutes } from '@artikul/contract/companies/contractors'
import type { Reply } from '@artikul/contract/core/route'
import type { FieldProps } from '../../../ui/fields/field.tsx'
import { Select } from '../../../ui/fields/select.tsx'

export type Options = Reply<typeof contractorRoutes.options>

interface Props extends FieldProps {
  /** Undefined while loading. */
  options: Options | undefined
  value: number | null
  onValueChange: (id: number | null) => void
  /** Label of the empty choice. */
  placeholder?: string
  disabled?: boolean
}

export const ManagerSelect = ({ options, placeholder = 'Не назначен', ...field }: Props) => (
  <Select
    {...field}
    placeholder={placeholder}
    items={(options?.managers ?? []).map(({ id, full_name }) => ({ value: id, label: full_name }))}
  />
)

export const PriceGroupSelect = ({ options, placeholder = 'Не выбрана', ...field }: Props) => (
  <Select
    {...field}
    placeholder={placeholder}
    items={(options?.price_groups ?? []).map(({ id, name }) => ({ value: id, label: name }))}
  />
)
