/** Cyrillic capitals that look like Latin ones; people and suppliers mix the two alphabets freely. */
const LATIN_TWINS: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  Ё: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
  І: 'I',
  Ј: 'J',
  Ѕ: 'S',
}
const PLAIN_KEY = /^[0-9A-Z]*$/
const ASCII_ONLY = /^[\x20-\x7e]*$/
const FLOAT_TAIL = /^\d+\.0$/

/**
 * Builds the key by which an article is found: capitals and digits without separators, look-alike Cyrillic written in
 * Latin. Leading zeros stay. When at least one Cyrillic letter has no Latin twin the mark is Russian («ДЗК-123») and no
 * letter is replaced. A part is identified by this key together with the brand key, not by it alone.
 *
 * @param written article as typed, of any length
 * @returns `0-9 A-Z` and the remaining Cyrillic capitals; empty when nothing readable is left
 */
export function articleKey(written: string): string {
  if (PLAIN_KEY.test(written)) return written
  const text = written.trim()
  // A spreadsheet cell read as a float turns 2630035503 into «2630035503.0»; left alone it would gain a digit.
  const whole = FLOAT_TAIL.test(text) ? text.slice(0, -2) : text
  if (ASCII_ONLY.test(whole)) return whole.toUpperCase().replace(/[^0-9A-Z]+/g, '')
  const kept = whole
    .normalize('NFC')
    .toUpperCase()
    .replace(/[^0-9A-ZА-ЯЁІЈЅ]+/g, '')
  return withLatinTwins(kept) ?? kept
}

/** Replaces every Cyrillic letter by its Latin twin; returns `null` when some letter has none. */
function withLatinTwins(capitals: string): string | null {
  let folded = ''
  for (const letter of capitals) {
    const twin = letter <= 'Z' ? letter : LATIN_TWINS[letter]
    if (twin === undefined) return null
    folded += twin
  }
  return folded
}

/**
 * Builds a second key for «возможно, вы искали»: `O` reads as `0`, `I` and `L` before a digit or at the end read as
 * `1`. Used only when the strict key finds nothing; two articles are never merged by it.
 *
 * @param written article as typed
 */
export function looseArticleKey(written: string): string {
  return looseFromKey(articleKey(written))
}

/**
 * Builds the loose key from a strict key.
 *
 * @param key result of `articleKey`
 */
export function looseFromKey(key: string): string {
  return /[OIL]/.test(key) ? key.replaceAll('O', '0').replace(/[IL](?=\d|$)/g, '1') : key
}
