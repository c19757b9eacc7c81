import countries from 'i18n-iso-countries'
import russian from 'i18n-iso-countries/langs/ru.json' with { type: 'json' }

countries.registerLocale(russian)

/** Names that price lists use beside the official ones. */
const EVERYDAY_NAMES: Readonly<Record<string, string>> = {
  Китай: 'CN',
  Корея: 'KR',
  'Южная Корея': 'KR',
  Белоруссия: 'BY',
}

/** Numeric code of «ОКСМ», which is ISO 3166-1, by the Russian name of a country; undefined for an unknown one. */
export function countryCode(name: string): string | undefined {
  const code = EVERYDAY_NAMES[name] ?? countries.getAlpha2Code(name, 'ru')
  return code === undefined ? undefined : countries.alpha2ToNumeric(code)
}
