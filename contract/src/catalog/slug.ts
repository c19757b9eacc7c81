const TRANSLIT: Readonly<Record<string, string>> = {
  Ё: 'e',
  Й: 'i',
  Ц: 'ts',
  Ч: 'ch',
  Ш: 'sh',
  Щ: 'sch',
  Ъ: '',
  Ь: '',
  Ю: 'yu',
  Я: 'ya',
}
const PLAIN = 'АБВГДЕЖЗИКЛМНОПРСТУФХЫЭІЈЅ'
const LATIN = 'a b v g d e zh z i k l m n o p r s t u f h y e i j s'.split(' ')

/** Builds the lower-case Latin form of a brand or article key for the address of a product. */
export function slugOf(key: string): string {
  return Array.from(key, (sign) => TRANSLIT[sign] ?? LATIN[PLAIN.indexOf(sign)] ?? sign.toLowerCase()).join('')
}
