const CYRILLIC = 'АВЕКМНОРСТУХІЈЅ'
const LATIN = 'ABEKMHOPCTYXIJS'
const TO_LATIN = new Map(Array.from(CYRILLIC).map((letter, at) => [letter, LATIN.charAt(at)]))
TO_LATIN.set('Ё', 'E')
const TO_CYRILLIC = new Map(Array.from(LATIN).map((letter, at) => [letter, CYRILLIC.charAt(at)]))

const ACCENTED_LATIN = /[\u00c0-\u024f\u1e00-\u1eff]|[A-Z](?=\p{M})/gu
const HAS_LATIN = /[A-Z]/
const HAS_CYRILLIC = /[А-ЯЁІЈЅ]/

/**
 * Builds the key shared by all spellings of one brand: capitals without accents, spaces and punctuation. A word that
 * mixes alphabets is written in Latin if all its Cyrillic letters have a Latin twin, else in Cyrillic if all its Latin
 * letters have one, else left mixed («ПенActiv»). Synonyms (KNECHT = MAHLE) are handled elsewhere.
 *
 * @param written brand as typed
 * @returns `0-9 A-Z` and Cyrillic capitals, «Ё» as «Е»; empty when nothing readable is left
 */
export function brandKey(written: string): string {
  const words = withoutLatinAccents(written.toUpperCase().normalize('NFC')).match(/[0-9A-ZА-ЯЁІЈЅ]+/g) ?? []
  return words.map(inOneAlphabet).join('').replaceAll('Ё', 'Е')
}

/** Decomposition would strip the tail of «й» and the dots of «ё», so only Latin letters lose their marks. */
function withoutLatinAccents(capitals: string): string {
  return capitals
    .replace(ACCENTED_LATIN, (letter) => letter.normalize('NFD').replace(/\p{M}+/gu, ''))
    .replace(/(?<=[A-Z])\p{M}+/gu, '')
    .replaceAll('Ø', 'O')
    .replaceAll('Ł', 'L')
    .replaceAll('Æ', 'AE')
}

function inOneAlphabet(word: string): string {
  if (!HAS_LATIN.test(word) || !HAS_CYRILLIC.test(word)) return word
  return replaced(word, HAS_CYRILLIC, TO_LATIN) ?? replaced(word, HAS_LATIN, TO_CYRILLIC) ?? word
}

function replaced(word: string, alphabet: RegExp, twins: ReadonlyMap<string, string>): string | null {
  let result = ''
  for (const letter of word) {
    const twin = alphabet.test(letter) ? twins.get(letter) : letter
    if (twin === undefined) return null
    result += twin
  }
  return result
}

const COUNTRIES =
  'россия|рф|китай|кнр|корея|южная корея|япония|германия|польша|турция|тайвань|италия|франция|испания|сша|англия|великобритания|индия|беларусь|украина|чехия|швеция|таиланд|russia|china|korea|japan|germany|poland|turkey|taiwan|italy|france|spain|usa|india'
/** Words that suppliers add to a brand: its place of storage, its origin, its authenticity. */
const NOISE = new RegExp(
  `\\s?\\((?:lager|long delivery|original|оригинал|новый|new|oe|${COUNTRIES})\\)|\\s(?:original|оригинал|new)$|^(?:oe|оригинал|original)\\s+(?=\\S)`,
  'giu',
)

/** Removes what suppliers add to a brand: «(Lager)», «(Китай)», «Original». A lone «Original» stays. */
export function bareBrand(written: string): string {
  const bare = written.replace(NOISE, '').trim()
  return bare === '' ? written : bare
}
