import type { MailRule } from '@artikul/contract/suppliers/mailboxes'

/** Extensions supported by the price list parser. */
const LISTS = /\.(xlsx?|xlsm|ods|csv|tsv|txt|xml|html?|zip)$/i

export const isListName = (name: string) => LISTS.test(name)

/** Folds case and spelling variants without changing the length, so that typed text matches in any case. */
const folded = (text: string) => text.toLowerCase().replaceAll('ё', 'е').normalize('NFC')

/**
 * Matches a mask: `*` is any text, `?` is one character. Backtracks to the last `*` only, so that long names stay fast.
 */
export function fitsMask(name: string, mask: string): boolean {
  const [signs, wanted] = [Array.from(folded(name)), Array.from(folded(mask))]
  let [at, place, star, resumed] = [0, 0, -1, 0]
  while (at < signs.length) {
    if (wanted[place] === '*') {
      star = place++
      resumed = at
    } else if (wanted[place] === '?' || (place < wanted.length && wanted[place] === signs[at])) {
      at++
      place++
    } else if (star >= 0) {
      place = star + 1
      at = ++resumed
    } else return false
  }
  return wanted.slice(place).every((sign) => sign === '*')
}

const isFrom = (sender: string, pattern: string) =>
  pattern.startsWith('@') ? sender.endsWith(pattern) : sender === pattern

function hasWords(subject: string, words: string): boolean {
  const foldedSubject = folded(subject)
  return folded(words)
    .split(/\s+/)
    .every((word) => foldedSubject.includes(word))
}

interface Offered {
  sender: string
  subject: string
  fileName: string
}

/** Chooses the first matching rule for the file. */
export const chooseRule = (rules: readonly MailRule[], { sender, subject, fileName }: Offered): MailRule | undefined =>
  rules.find(
    (rule) =>
      isFrom(sender, rule.sender) &&
      hasWords(subject, rule.subject) &&
      (rule.file_mask === '' || fitsMask(fileName, rule.file_mask)),
  )

/** Explains why an email with such files matches no rule. */
export function whyUnmatched(rules: readonly MailRule[], { sender, subject }: Omit<Offered, 'fileName'>): string {
  const ofSender = rules.filter((rule) => isFrom(sender, rule.sender))
  if (ofSender.length === 0) return 'Для этого отправителя правил нет'
  if (!ofSender.some((rule) => hasWords(subject, rule.subject))) return 'Тема не подходит ни под одно правило'
  return 'Имя файла не подходит ни под одно правило'
}
