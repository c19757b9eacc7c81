import { isSoleProprietor } from '@artikul/contract/core/identifiers'
import { OKEI } from './okei.ts'

/* Elements of CommerceML 2.08 and 2.10, in the order of their schemas. */

/** Length limits of the schema (XSD of CommerceML 2.08). */
export const LENGTHS = { name: 255, value: 1000 } as const

/** Characters that XML 1.0 cannot represent. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const escaped = (value: string) =>
  value
    .replace(UNWRITABLE, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

type Node = string | readonly Node[]

export const element = (name: string, ...content: Node[]): string => `<${name}>${content.flat(9).join('')}</${name}>`
export const leaf = (name: string, value: string) => element(name, escaped(value))
/** Omits an element without a value, because an empty one would erase the value in 1С. */
export const maybe = (name: string, value: string | null) => (value ? leaf(name, value) : '')

export const roubles = (kop: number) => (kop / 100).toFixed(2)
export const rateText = (rate: string) => (rate === 'none' ? 'Без НДС' : rate)

export const requisiteValues = (pairs: readonly (readonly [name: string, value: string])[]) => {
  const filled = pairs.filter(([, value]) => value !== '')
  return filled.length === 0
    ? ''
    : element(
        'ЗначенияРеквизитов',
        filled.map(([name, value]) =>
          element('ЗначениеРеквизита', leaf('Наименование', name), leaf('Значение', value.slice(0, LENGTHS.value))),
        ),
      )
}

export const tax = (rate: string, kop: number) =>
  element(
    'Налог',
    leaf('Наименование', 'НДС'),
    leaf('УчтеноВСумме', 'true'),
    leaf('Сумма', roubles(kop)),
    leaf('Ставка', rateText(rate)),
  )

export interface Party {
  id: string
  name: string
  inn: string
  kpp: string | null
  role: 'Продавец' | 'Покупатель' | 'Получатель'
  address: string
}

const addressElement = (name: string, address: string) =>
  address === '' ? '' : element(name, leaf('Представление', address.slice(0, LENGTHS.name)))

/** A sole proprietor is described as a natural person. */
const partyDetails = ({ name, inn, kpp, address }: Party) =>
  isSoleProprietor(inn)
    ? [leaf('ПолноеНаименование', name), maybe('ИНН', inn), addressElement('АдресРегистрации', address)]
    : [
        leaf('ОфициальноеНаименование', name),
        addressElement('ЮридическийАдрес', address),
        maybe('ИНН', inn),
        maybe('КПП', kpp),
      ]

/** «Контрагент» in its role. */
export function partyElement({ name: fullName, ...rest }: Party): string {
  const name = fullName.slice(0, LENGTHS.name)
  return element(
    'Контрагент',
    leaf('Ид', rest.id),
    leaf('Наименование', name),
    partyDetails({ ...rest, name }),
    leaf('Роль', rest.role),
  )
}

/** «БазоваяЕдиница» with its code of ОКЕИ. */
export function unit(name: string): string {
  const known = OKEI[name]
  const attributes = known
    ? ` Код="${known[0]}" НаименованиеПолное="${known[1]}" МеждународноеСокращение="${known[2]}"`
    : ''
  return `<БазоваяЕдиница${attributes}>${escaped(name)}</БазоваяЕдиница>`
}

/** VAT of the document is the sum of its lines' VAT by rate, never calculated from the total. */
export function taxes(lines: readonly { vat_rate: string; vat_kop: number }[]): string[] {
  const byRate = Map.groupBy(lines, ({ vat_rate: rate }) => rate)
  return [...byRate].map(([rate, of]) =>
    tax(
      rate,
      of.reduce((sum, { vat_kop: kop }) => sum + kop, 0),
    ),
  )
}
