import { MAX_BANK_DOCUMENTS } from '@artikul/contract/billing/payments'
import { decode } from 'iconv-lite'
import { AppError } from '../../../../platform/errors.ts'

/** Payment order in a bank's file. */
export interface BankDocument {
  /** One-based line of the file where the document begins. */
  line: number
  number: string
  /** `YYYY-MM-DD`; the original text when it is no valid day. */
  day: string
  /** Day of receipt; the day of the order when the bank gives none. */
  paidOn: string
  sumKop: number | null
  payer: string
  payerInn: string
  payerAccount: string
  payeeInn: string
  payeeAccount: string
  purpose: string
  /** Problem of the document, with its line. */
  problem: string | null
}

export interface BankFile {
  documents: BankDocument[]
  warnings: string[]
}

const HEADER = '1CClientBankExchange'
const LONGEST_LINE = 10_000
const MAX_LINES = 500_000
const MAX_WARNINGS = 20
const MAX_KOP = 100_000_000_000_00
const LONGEST = { number: 50, name: 500, purpose: 2000, account: 40 }

interface Field {
  value: string
  line: number
}
type Section = Map<string, Field>

/** Decodes the usual encodings: detection by bytes comes before the file's own declaration. */
function textOf(bytes: Buffer): string {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))) return bytes.subarray(3).toString('utf8')
  const head = bytes.subarray(0, 400).toString('latin1')
  if (!head.trimStart().startsWith(HEADER)) throw notOne()
  if (isUtf8(bytes)) return bytes.toString('utf8')
  return decode(bytes, /=DOS\s*$/m.test(head) ? 'cp866' : 'win1251')
}

/** Detects UTF-8: Cyrillic text in windows-1251 is almost never valid UTF-8; plain ASCII is valid in both. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const notOne = () =>
  new AppError('file.refused', {
    detail:
      'Это не банковский файл: первая строка должна быть «1CClientBankExchange». Выгрузите его из банк-клиента для 1С',
  })
const refuse = (detail: string) => new AppError('file.refused', { detail })

/** Parses «01.02.2026» as a calendar day; null when invalid. */
export function parseBankDay(written: string): string | null {
  const [, date = '', month = '', year = ''] = /^(\d{2})\.(\d{2})\.(\d{4})$/.exec(written.trim()) ?? []
  const day = `${year}-${month}-${date}`
  const moment = new Date(`${day}T00:00:00Z`)
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().slice(0, 10) === day
  return isDay && year >= '2000' && year <= '2100' ? day : null
}

/** Parses «1234.56» into kopecks; null when invalid. */
export function parseBankSum(written: string): number | null {
  const [, whole = '', fraction = ''] = /^(\d{1,14})(?:[.,](\d{1,2}))?$/.exec(written.trim()) ?? []
  if (whole === '') return null
  const kop = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return kop > 0 && kop <= MAX_KOP ? kop : null
}

/** «ИНН 6320123450 ООО …» of banks that put both into one field. */
const nameOf = (written: string) => written.replace(/^ИНН\s*\d{10,12}\s*(?:КПП\s*\d{9}\s*)?/iu, '').trim()

/** Cut before cleaning, because the cut may leave half of a surrogate pair. */
const cleaned = (value: string, most: number) =>
  value
    .trim()
    .slice(0, most)
    .replace(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()

const accountOf = (written: string) => cleaned(written.replace(/\s/g, ''), LONGEST.account)

function documentOf(section: Section, line: number, isClosed: boolean): BankDocument {
  const at = (name: string) => section.get(name)?.value ?? ''
  const lineOf = (name: string) => section.get(name)?.line ?? line
  const of = (name: string, more: string) => at(name) || at(more)
  const day = parseBankDay(at('Дата'))
  const written = at('ДатаПоступило')
  const paidOn = written === '' ? day : parseBankDay(written)
  const sumKop = parseBankSum(at('Сумма'))
  const problems = [
    !isClosed && `строка ${line}: документ не закончен, нет «КонецДокумента»`,
    at('Номер') === '' && `строка ${line}: нет номера документа`,
    !day && `строка ${lineOf('Дата')}: неверная дата «${cleaned(at('Дата'), 30)}»`,
    day && !paidOn && `строка ${lineOf('ДатаПоступило')}: неверная дата «${cleaned(written, 30)}»`,
    sumKop === null && `строка ${lineOf('Сумма')}: неверная сумма «${cleaned(at('Сумма'), 30)}»`,
  ].filter((problem) => typeof problem === 'string')
  return {
    line,
    number: cleaned(at('Номер'), LONGEST.number),
    day: day ?? cleaned(at('Дата'), 30),
    paidOn: paidOn ?? '',
    sumKop,
    payer: cleaned(nameOf(of('Плательщик1', 'Плательщик')), LONGEST.name),
    payerInn: innOf(at('ПлательщикИНН'), at('Плательщик')),
    payerAccount: accountOf(of('ПлательщикРасчСчет', 'ПлательщикСчет')),
    payeeInn: innOf(at('ПолучательИНН'), at('Получатель')),
    payeeAccount: accountOf(of('ПолучательРасчСчет', 'ПолучательСчет')),
    purpose: cleaned(purposeOf(section), LONGEST.purpose),
    problem: problems.length > 0 ? problems.join('; ') : null,
  }
}

/** Extracts ten or twelve digits from the spellings of banks: «6320 123450», «6320123450/632001001», «0» for none. */
const innOf = (own: string, name: string) =>
  /^(?:\d{12}|\d{10})(?!\d)/.exec(own.replace(/\s/g, ''))?.[0] ?? /^ИНН\s*(\d{12}|\d{10})(?!\d)/iu.exec(name)?.[1] ?? ''

/** Reads the purpose as a whole or from its six parts. */
function purposeOf(section: Section): string {
  const whole = section.get('НазначениеПлатежа')?.value ?? ''
  if (whole !== '') return whole
  const parts = [1, 2, 3, 4, 5, 6].flatMap((part) => section.get(`НазначениеПлатежа${part}`)?.value ?? [])
  return parts.join(' ')
}

/** Parses the file line by line and reports everything that it skips. */
class Reader {
  readonly documents: BankDocument[] = []
  readonly warnings: string[] = []
  #section: Section | null = null
  #begun = 0
  #last: Field | null = null
  /** The section «СекцияРасчСчет» contains turnovers, not payments. */
  #isOfAccount = false
  #isEnded = false

  warn(text: string) {
    if (this.warnings.length < MAX_WARNINGS) this.warnings.push(text)
  }

  #close(isClosed: boolean) {
    if (!this.#section) return
    this.documents.push(documentOf(this.#section, this.#begun, isClosed))
    if (this.documents.length > MAX_BANK_DOCUMENTS)
      throw refuse(`В файле больше ${MAX_BANK_DOCUMENTS} документов: выгрузите его за меньший период`)
    this.#section = null
    this.#last = null
  }

  take(text: string, line: number) {
    if (text === 'КонецФайла') this.#isEnded = true
    else if (text.startsWith('СекцияДокумент')) {
      this.#close(false)
      this.#isOfAccount = false
      this.#section = new Map()
      this.#begun = line
    } else if (text === 'КонецДокумента') {
      if (this.#section) this.#close(true)
      else this.warn(`Строка ${line}: «КонецДокумента» без начала документа`)
    } else if (text === 'СекцияРасчСчет') this.#isOfAccount = true
    else if (text === 'КонецРасчСчет') this.#isOfAccount = false
    else this.#field(text, line)
  }

  #field(text: string, line: number) {
    const equals = text.indexOf('=')
    const name = equals > 0 ? text.slice(0, equals).trim() : ''
    if (!this.#section) {
      if (name === '' && !this.#isOfAccount) this.warn(`Строка ${line}: не прочитана «${cleaned(text, 40)}»`)
      return
    }
    if (/^[\p{L}\d]+$/u.test(name)) {
      // The first value of a repeated field is used; the second one is considered a mistake.
      if (this.#section.has(name)) this.warn(`Строка ${line}: «${name}» повторяется`)
      else this.#section.set(name, { value: text.slice(equals + 1).trim(), line })
      this.#last = name.startsWith('НазначениеПлатежа') ? (this.#section.get(name) ?? null) : null
    } else if (this.#last) this.#last.value += ` ${text}`
    else this.warn(`Строка ${line}: не прочитана «${cleaned(text, 40)}»`)
  }

  end(): BankFile {
    this.#close(false)
    if (!this.#isEnded) this.warn('Нет строки «КонецФайла»: файл мог прийти не целиком')
    return { documents: this.documents, warnings: this.warnings }
  }
}

/**
 * Parses an export of a bank client for 1С: «1CClientBankExchange» of versions 1.01–1.03, in windows-1251, DOS or
 * UTF-8.
 * @throws AppError `file.refused`
 */
export function readBankFile(bytes: Buffer): BankFile {
  const lines = textOf(bytes).split(/\r\n|\r|\n/)
  if (lines.length > MAX_LINES) throw refuse('В файле больше 500 000 строк: выгрузите его за меньший период')
  const first = lines.findIndex((line) => line.trim() !== '')
  if (lines[first]?.trim() !== HEADER) throw notOne()
  const reader = new Reader()
  for (const [at, line] of lines.entries()) {
    if (at <= first || line.trim() === '') continue
    if (line.length > LONGEST_LINE) throw refuse(`Строка ${at + 1} длиннее ${LONGEST_LINE} символов`)
    reader.take(line.trim(), at + 1)
  }
  const file = reader.end()
  if (file.documents.length === 0) throw refuse('В файле нет ни одного документа')
  return file
}
