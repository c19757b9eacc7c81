import { child, childElements, textAt, type XmlElement } from './xml-elements.ts'

/** «1 234,50» and «231.7400» in kopecks; null when it is no number. */
export function kopOf(written: string): number | null {
  const rubles = decimalOf(written)
  return rubles === null ? null : Math.round(rubles * 100)
}

/** Largest number of a file: quantities have nine digits before the point. */
const MAX_NUMBER = 999_999_999

/** Number of a file; null when it is none, or too large for any quantity or price. */
export function decimalOf(written: string): number | null {
  const text = written.replace(/[\s\u00a0]/g, '').replace(',', '.')
  const number = /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) : null
  return number === null || Math.abs(number) > MAX_NUMBER ? null : number
}

/** Requisites of an element by name. */
export const requisitesOf = (element: XmlElement): Map<string, string> =>
  new Map(
    childElements(child(element, 'ЗначенияРеквизитов'), 'ЗначениеРеквизита').map((one) => [
      textAt(one, 'Наименование'),
      textAt(one, 'Значение'),
    ]),
  )

/** Id of the goods in an id of goods and characteristic: «id#characteristic». */
export const goodsIdOf = (offerId: string) => offerId.split('#')[0] ?? offerId
