import type { AuditItem } from '@artikul/contract/platform/audit'
import type { DeputyPeriod } from '@artikul/contract/companies/deputies'
import type { BankAccount } from '@artikul/contract/core/identifiers'
import { formatMoney, formatPercent } from '@artikul/contract/core/money'
import type { Tolerance } from '@artikul/contract/companies/tolerance'
import { dayText } from '../../../platform/clock.ts'

/** How the journal calls the fields of a company. */
const FIELDS = {
  name: 'Название',
  full_name: 'Полное название',
  inn: 'ИНН',
  kpp: 'КПП',
  ogrn: 'ОГРН',
  okpo: 'ОКПО',
  address: 'Юридический адрес',
  actual_address: 'Фактический адрес',
  director_title: 'Должность руководителя',
  director: 'Руководитель',
  phone: 'Телефон',
  email: 'Почта',
} as const

type Requisites = Partial<Record<keyof typeof FIELDS, string | null>>
export type Change = AuditItem['changes'][number]

/** What differs, field by field; a field that the patch does not name stays as it is. */
export function changesOf(before: Requisites, after: Requisites): Change[] {
  return Object.entries(FIELDS).flatMap(([key, field]) => {
    const name = key as keyof typeof FIELDS // the keys of the record above
    const [was, becomes] = [before[name] ?? '', after[name]]
    return becomes === undefined || (becomes ?? '') === was
      ? []
      : [{ field, before: was || null, after: becomes || null }]
  })
}

const accountText = (account: BankAccount) =>
  `${account.account} в ${account.bank_name} (БИК ${account.bic})${account.is_default ? ', основной' : ''}`

export function accountChanges(before: readonly BankAccount[], after: readonly BankAccount[]): Change[] {
  const text = (accounts: readonly BankAccount[]) => accounts.map(accountText).join('; ') || null
  return text(before) === text(after) ? [] : [{ field: 'Банковские счета', before: text(before), after: text(after) }]
}

/** The days on which a deputy stands in; one that is not set is empty. */
export function periodChanges(
  before: DeputyPeriod,
  after: Partial<Record<keyof DeputyPeriod, string | null | undefined>>,
) {
  const fields = [
    ['deputy_from', 'Замещает с'],
    ['deputy_to', 'Замещает по'],
  ] as const
  return fields.flatMap(([key, field]): Change[] => {
    const [was, becomes] = [before[key], after[key]]
    if (becomes === undefined || becomes === was) return []
    return [{ field, before: was && dayText(was), after: becomes && dayText(becomes) }]
  })
}

const limitText = (value: number, text: string) => (value === 0 ? null : text)

/** Each limit of the tolerance by itself; one that is not set is empty. */
export function toleranceChanges(before: Tolerance, after: Tolerance): Change[] {
  const fields = [
    ['Рост цены, %', ({ rise_share: share }: Tolerance) => limitText(share, formatPercent(share))],
    ['Рост цены за единицу, ₽', ({ rise_kop: rise }: Tolerance) => limitText(rise, formatMoney(rise))],
    ['Задержка, дней', ({ delay_days: days }: Tolerance) => limitText(days, String(days))],
  ] as const
  return fields.flatMap(([field, text]) => {
    const [was, becomes] = [text(before), text(after)]
    return was === becomes ? [] : [{ field, before: was, after: becomes }]
  })
}

export const objectOf = ({ name, inn, kpp }: { name: string; inn: string; kpp: string | null }) =>
  `${name}, ИНН ${inn}${kpp === null ? '' : `, КПП ${kpp}`}`
