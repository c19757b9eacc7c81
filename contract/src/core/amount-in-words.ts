import type { Kopecks } from './money.ts'
import { plural } from './plural.ts'

const ONES = ['', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять']
const FEMININE_ONES = ['', 'одна', 'две', ...ONES.slice(3)]
const TEENS = [
  'десять',
  'одиннадцать',
  'двенадцать',
  'тринадцать',
  'четырнадцать',
  'пятнадцать',
  'шестнадцать',
  'семнадцать',
  'восемнадцать',
  'девятнадцать',
]
const TENS = [
  '',
  '',
  'двадцать',
  'тридцать',
  'сорок',
  'пятьдесят',
  'шестьдесят',
  'семьдесят',
  'восемьдесят',
  'девяносто',
]
const HUNDREDS = [
  '',
  'сто',
  'двести',
  'триста',
  'четыреста',
  'пятьсот',
  'шестьсот',
  'семьсот',
  'восемьсот',
  'девятьсот',
]
const SCALES: readonly { size: number; forms: [string, string, string]; feminine?: boolean }[] = [
  { size: 1e12, forms: ['триллион', 'триллиона', 'триллионов'] },
  { size: 1e9, forms: ['миллиард', 'миллиарда', 'миллиардов'] },
  { size: 1e6, forms: ['миллион', 'миллиона', 'миллионов'] },
  { size: 1e3, forms: ['тысяча', 'тысячи', 'тысяч'], feminine: true },
]

/**
 * Formats a sum as payment documents spell it: roubles in words with a capital, kopecks in two digits («Одна тысяча
 * рублей 05 копеек»).
 *
 * @param kop non-negative kopecks, below 10^15 roubles by the limits of a safe integer
 */
export function amountInWords(kop: Kopecks): string {
  if (!Number.isSafeInteger(kop) || kop < 0) throw new RangeError(`not a sum of a document: ${kop}`)
  const roubles = Math.floor(kop / 100)
  const kopecks = kop % 100
  const words = roubles === 0 ? 'ноль' : wholeInWords(roubles)
  const roubleWord = plural(roubles, 'рубль', 'рубля', 'рублей')
  const kopeckWord = plural(kopecks, 'копейка', 'копейки', 'копеек')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${roubleWord} ${String(kopecks).padStart(2, '0')} ${kopeckWord}`
}

function wholeInWords(roubles: number): string {
  const words: string[] = []
  for (const { size, forms, feminine } of SCALES) {
    const group = Math.floor(roubles / size) % 1000
    if (group > 0) words.push(...groupInWords(group, feminine === true), plural(group, ...forms))
  }
  return [...words, ...groupInWords(roubles % 1000, false)].join(' ')
}

function groupInWords(group: number, feminine: boolean): string[] {
  const tens = Math.floor(group / 10) % 10
  const ones = (feminine ? FEMININE_ONES : ONES)[group % 10]
  const tail = tens === 1 ? [TEENS[group % 10]] : [TENS[tens], ones]
  return [HUNDREDS[Math.floor(group / 100)], ...tail].filter((word) => word !== undefined).filter((word) => word !== '')
}
