import type { AuditItem } from '@artikul/contract/platform/audit'
import type { SubstitutePeriod } from '@artikul/contract/companies/substitutes'
import type { BankAccount } from '@artikul/contract/core/identifiers'
import { formatMoney, formatPercent } from '@artikul/contract/core/money'
import type { Tolerance } from '@artikul/contract/companies/tolerance'
import { dayText } from '../../../platform/clock.ts'

/** Names of a company's fields in the journal. */
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
export type CompanyChange = AuditItem['changes'][number]

/** Lists the differences field by field; fields absent from the patch stay unchanged. */
export function companyChanges(before: Requisites, after: Requisites): CompanyChange[] {
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

export function accountChanges(before: readonly BankAccount[], after: readonly BankAccount[]): CompanyChange[] {
  const text = (accounts: readonly BankAccount[]) => accounts.map(accountText).join('; ') || null
  return text(before) === text(after) ? [] : [{ field: 'Банковские счета', before: text(before), after: text(after) }]
}

/** Lists the changes of a deputy's period; an unset day is empty. */
export function periodChanges(
  before: SubstitutePeriod,
  after: Partial<Record<keyof SubstitutePeriod, string | null | undefined>>,
) {
  const fields = [
    ['substitute_from', 'Замещает с'],
    ['substitute_to', 'Замещает по'],
  ] as const
  return fields.flatMap(([key, field]): CompanyChange[] => {
    const [was, becomes] = [before[key], after[key]]
    if (becomes === undefined || becomes === was) return []
    return [{ field, before: was && dayText(was), after: becomes && dayText(becomes) }]
  })
}

const limitText = (value: number, text: string) => (value === 0 ? null : text)

/** Lists the changes of each tolerance limit; an unset limit is empty. */
export function toleranceChanges(before: Tolerance, after: Tolerance): CompanyChange[] {
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

export const companyAuditObject = ({ name, inn, kpp }: { name: string; inn: string; kpp: string | null }) =>
  `${name}, ИНН ${inn}${kpp === null ? '' : `, КПП ${kpp}`}`
