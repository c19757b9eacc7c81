import countries from 'i18n-iso-countries'
import russian from 'i18n-iso-countries/langs/ru.json' with { type: 'json' }

countries.registerLocale(russian)

/** Names of price lists that are not official. */
const EVERYDAY_NAMES: Readonly<Record<string, string>> = {
  'корея, республика': 'KR',
  'республика корея': 'KR',
  'южная корея': 'KR',
  белоруссия: 'BY',
  китай: 'CN',
  кнр: 'CN',
  корея: 'KR',
  рф: 'RU',
}

const CODES = new Map([
  ...Object.entries(countries.getNames('ru', { select: 'all' })).flatMap(([code, names]) =>
    [names].flat().map((name) => [name.toLowerCase(), code] as const),
  ),
  ...Object.entries(EVERYDAY_NAMES),
])

/** Numeric code of «ОКСМ», which is ISO 3166-1, by the Russian name of a country; undefined for an unknown one. */
export function countryCode(name: string): string | undefined {
  const code = CODES.get(name.trim().toLowerCase())
  return code === undefined ? undefined : countries.alpha2ToNumeric(code)
}
