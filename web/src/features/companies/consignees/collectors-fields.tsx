import type { Collector } from '@artikul/contract/companies/consignees'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { phoneText } from './consignee-draft.ts'
import type { ConsigneeForm } from './use-consignee-form.ts'

const MAX_PEOPLE = 20
const NOBODY: Collector = { full_name: '', phone: '', document: '' }

/** Fields of the people allowed to collect the goods. */
export function CollectorsFields({ form: { draft, change, errors } }: { form: ConsigneeForm }) {
  const { people } = draft
  const patch = (index: number, fields: Partial<Collector>) =>
    change({ people: people.map((one, at) => (at === index ? { ...one, ...fields } : one)) })
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1 text-xs font-semibold text-text-2">Кто может получать груз</legend>
      {people.map((person, index) => (
        <div
          key={index}
          role="group"
          aria-label={`Получатель ${index + 1}`}
          className="flex items-start gap-2 rounded-lg border border-hairline p-3"
        >
          <CollectorFields
            person={person}
            onChange={(fields) => patch(index, fields)}
            errorOf={(field) => errors.fields[`people.${index}.${field}`]}
          />
          <IconButton
            label={`Убрать получателя ${person.full_name || index + 1}`}
            icon={<IconTrash size={16} />}
            onClick={() => change({ people: people.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      {people.length < MAX_PEOPLE && (
        <Button
          size="sm"
          className="self-start"
          icon={<IconPlus size={14} />}
          onClick={() => change({ people: [...people, NOBODY] })}
        >
          Добавить человека
        </Button>
      )}
    </fieldset>
  )
}

interface Props {
  person: Collector
  onChange: (fields: Partial<Collector>) => void
  errorOf: (field: keyof Collector) => string | undefined
}

const CollectorFields = ({ person, onChange, errorOf }: Props) => (
  <div className="grid min-w-0 flex-1 gap-x-4 gap-y-3 sm:grid-cols-2">
    <TextField
      label="ФИО"
      required
      className="sm:col-span-2"
      maxLength={200}
      autoComplete="off"
      value={person.full_name}
      onValueChange={(full_name) => onChange({ full_name })}
      error={errorOf('full_name')}
    />
    <TextField
      label="Телефон"
      type="tel"
      inputMode="tel"
      maxLength={30}
      autoComplete="off"
      value={person.phone}
      onValueChange={(phone) => onChange({ phone })}
      onBlur={() => onChange({ phone: phoneText(person.phone) })}
      error={errorOf('phone')}
    />
    <TextField
      label="Документ"
      placeholder="Доверенность № 12 от 01.11.2026"
      maxLength={200}
      autoComplete="off"
      value={person.document}
      onValueChange={(document) => onChange({ document })}
      error={errorOf('document')}
    />
  </div>
)
