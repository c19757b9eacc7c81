import type { Membership } from '@artikul/contract/identity/accounts'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { consigneesQuery } from '../../../lib/queries/consignees-query.ts'
import { useSession } from '../../../lib/session/current-session.ts'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { MoneyField } from '../../../ui/fields/number-field.tsx'
import { RadioGroup } from '../../../ui/fields/radio-group.tsx'

interface Props {
  company: string
  value: Membership
  onChange: (value: Membership) => void
  onRemove: () => void
  /** False for a client admin, who has no limits. */
  limited: boolean
  /** Errors by field of this company. */
  errorOf: (field: string) => string | undefined
}

/** Membership of an employee in one company, with its limits. */
export function MembershipFields({ company, value, onChange, onRemove, limited, errorOf }: Props) {
  const patch = (fields: Partial<Membership>) => onChange({ ...value, ...fields })
  return (
    <fieldset className="rounded-lg border border-hairline px-4 pt-1 pb-3">
      <legend className="sr-only">{company}</legend>
      <div className="flex items-center justify-between gap-2">
        <p aria-hidden="true" className="min-w-0 text-sm font-semibold break-words">
          {company}
        </p>
        <IconButton label={`Убрать компанию ${company}`} icon={<IconTrash size={16} />} onClick={onRemove} />
      </div>
      {limited && (
        <div className="flex flex-col gap-2">
          <div>
            <Checkbox
              label="Видит цены"
              checked={value.sees_prices}
              onCheckedChange={(sees_prices) => patch({ sees_prices })}
            />
            <Checkbox
              label="Видит взаиморасчёты"
              checked={value.sees_settlements}
              onCheckedChange={(sees_settlements) => patch({ sees_settlements })}
            />
            <Checkbox
              label="Может оформлять заказы"
              checked={value.may_place}
              onCheckedChange={(may_place) => patch({ may_place })}
            />
          </div>
          <div className="grid gap-3 sm:grid-cols-2">
            <MoneyField
              label="Сумма заказа, ₽"
              placeholder="Без ограничения"
              value={value.order_limit_kop}
              onValueChange={(order_limit_kop) => patch({ order_limit_kop })}
              error={errorOf('order_limit_kop')}
            />
            <MoneyField
              label="Сумма за месяц, ₽"
              placeholder="Без ограничения"
              value={value.month_limit_kop}
              onValueChange={(month_limit_kop) => patch({ month_limit_kop })}
              error={errorOf('month_limit_kop')}
            />
          </div>
          <Consignees value={value} onChange={(consignee_ids) => patch({ consignee_ids })} />
          {errorOf('consignee_ids') && (
            <p role="alert" className="text-xs text-accent">
              {errorOf('consignee_ids')}
            </p>
          )}
        </div>
      )}
    </fieldset>
  )
}

interface ConsigneesProps {
  value: Membership
  onChange: (ids: number[] | null) => void
}

/** Points can be chosen for the current company only; other companies preserve the stored choice. */
function Consignees({ value: { contractor_id, consignee_ids }, onChange }: ConsigneesProps) {
  const { contractor } = useSession()
  const known = contractor?.id === contractor_id
  const { data, error, refetch } = useQuery({ ...consigneesQuery, enabled: known && consignee_ids !== null })
  if (!known) {
    return (
      <p className="text-sm text-text-2">
        Грузополучатели: {consignee_ids === null ? 'все' : `выбрано ${consignee_ids.length}`}.{' '}
        {contractor ? 'Чтобы изменить, выберите эту компанию в шапке.' : 'Выбирает администратор компании.'}
      </p>
    )
  }
  const toggle = (id: number, on: boolean) =>
    onChange(on ? [...(consignee_ids ?? []), id] : (consignee_ids ?? []).filter((other) => other !== id))
  return (
    <div>
      <RadioGroup
        label="Грузополучатели"
        items={[
          { value: 'all', label: 'Все' },
          { value: 'chosen', label: 'Выбранные' },
        ]}
        value={consignee_ids === null ? 'all' : 'chosen'}
        onValueChange={(choice) => onChange(choice === 'all' ? null : [])}
      />
      {consignee_ids !== null && (
        <div className="mt-1 max-h-56 overflow-y-auto border-l border-hairline pl-3">
          {data?.results.map((point) => (
            <Checkbox
              key={point.id}
              label={point.name}
              checked={consignee_ids.includes(point.id)}
              onCheckedChange={(on) => toggle(point.id, on)}
            />
          ))}
          {!data && <QueryFallback error={error} onRetry={refetch} rows={3} />}
        </div>
      )}
    </div>
  )
}
