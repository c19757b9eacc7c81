import { child, childElements, textAt, type XmlElement } from './xml-elements.ts'

/** «1 234,50» and «231.7400» in kopecks; null when it is no number. */
export function kopOf(written: string): number | null {
  const rubles = decimalOf(written)
  return rubles === null ? null : Math.round(rubles * 100)
}

export function decimalOf(written: string): number | null {
  const text = written.replace(/[\s\u00a0]/g, '').replace(',', '.')
  return /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text) ? Number(text) : null
}

/** Requisites of an element by name. */
export const requisitesOf = (element: XmlElement): Map<string, string> =>
  new Map(
    childElements(child(element, 'ЗначенияРеквизитов'), 'ЗначениеРеквизита').map((one) => [
      textAt(one, 'Наименование'),
      textAt(one, 'Значение'),
    ]),
  )
