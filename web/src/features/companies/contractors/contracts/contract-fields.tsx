import { keysOf } from '@artikul/contract/core/keys'
import { DEFERMENT_CALENDAR, DEFERMENT_FROM } from '@artikul/contract/companies/contracts'
import { fieldsOf } from '../../../../lib/browser/use-form.ts'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { DateField } from '../../../../ui/dates/date-field.tsx'
import { MoneyField, NumberField } from '../../../../ui/fields/number-field.tsx'
import { Select } from '../../../../ui/fields/select.tsx'
import { TextArea, TextField } from '../../../../ui/fields/text-field.tsx'
import type { ContractDraft } from './contract-draft.ts'
import { PriceGroupSelect, type Options } from '../managed-selects.tsx'

interface Props {
  draft: ContractDraft
  options: Options | undefined
  change: (fields: Partial<ContractDraft>) => void
  errors: Readonly<Record<string, string>>
  /** Locks the seller: it cannot be changed in a signed contract. */
  sellerLocked?: boolean
}

const PAIR = 'grid gap-x-4 gap-y-3.5 sm:grid-cols-2'

export function ContractFields(props: Props) {
  const { draft, options, change, errors, sellerLocked = false } = props
  const field = fieldsOf(draft, { fields: errors }, change)
  return (
    <>
      <div className={PAIR}>
        <Select
          label="Продавец"
          required
          disabled={sellerLocked}
          placeholder="Не выбран"
          items={(options?.sellers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...field('seller_id')}
        />
        <TextField label="Номер договора" required autoComplete="off" maxLength={50} {...field('number')} />
        <DateField label="Дата договора" required {...field('signed_on')} />
        <DateField label="Действует по" hint="Без ограничения, если не заполнено" {...field('valid_to')} />
      </div>
      <TermFields {...props} />
      <div className={PAIR}>
        <PriceGroupSelect
          label="Ценовая группа договора"
          options={options}
          placeholder="Как у компании"
          {...field('price_group_id')}
        />
      </div>
      <TextArea label="Примечание в счёте" rows={2} maxLength={500} {...field('invoice_notice')} />
      <Checkbox
        label="Спорные суммы обращений считаются просроченными и занимают лимит"
        checked={draft.disputes_block}
        onCheckedChange={(disputes_block) => change({ disputes_block })}
      />
      <Checkbox
        label="Основной договор с этим продавцом"
        checked={draft.is_default}
        onCheckedChange={(is_default) => change({ is_default })}
      />
    </>
  )
}

function TermFields({ draft, change, errors }: Props) {
  const field = fieldsOf(draft, { fields: errors }, change)
  return (
    <div className={PAIR}>
      <NumberField label="Предоплата, %" min={0} max={100} {...field('prepayment_percent')} />
      <MoneyField label="Кредитный лимит" {...field('limit_kop')} />
      {draft.prepayment_percent !== 100 && (
        <>
          <NumberField label="Отсрочка, дней" min={0} max={365} {...field('deferment_days')} />
          <div className="grid grid-cols-2 gap-2">
            <Select
              label="Какие дни"
              items={choices(DEFERMENT_CALENDAR)}
              value={draft.deferment_calendar}
              onValueChange={(calendar) => calendar && change({ deferment_calendar: calendar })}
              error={errors['deferment_calendar']}
            />
            <Select
              label="Считать"
              items={choices(DEFERMENT_FROM)}
              value={draft.deferment_from}
              onValueChange={(from) => from && change({ deferment_from: from })}
              error={errors['deferment_from']}
            />
          </div>
        </>
      )}
    </div>
  )
}

// Casts the keys of a constant record to its key type.
const choices = <K extends string>(words: Readonly<Record<K, string>>) =>
  keysOf(words).map((value) => ({ value, label: words[value] }))
