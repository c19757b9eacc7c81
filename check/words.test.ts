import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAllTexts, type Text } from './texts.ts'

const TEXTS = readAllTexts('{web,contract,server}/src')
const GLOSSARY = readFileSync(join(import.meta.dirname, '../GLOSSARY.md'), 'utf8')

interface Rule {
  /** The word of GLOSSARY.md for the thing. */
  say: string
  /** Beginnings of the other words for it. */
  not: string
  /** Where the other words are refused; everywhere when left out. */
  in?: RegExp
  /** Texts in which the word is right. */
  but?: RegExp
}

/** Screens that only clients see: whoever reads them is the client, and says «вы» or «сотрудник» of himself. */
const OF_CLIENTS =
  /features\/(cart\/(?!phone-|told-by|checkout-form)|(consignees|contacts|home|invoices|lists|price-files|watches)\/)/
const OF_STAFF = /features\/crosses\/|routes\/admin(\.page)?\.ts/
/** Agreeing to the offer that the law means, and its page. */
const LEGAL =
  /\/(legal|legal-kinds|page-head|registration|footer|use-consents|consent-boxes|consents-tab|audit-events|errors|acceptance|orders\.offer|offer-to-accept|use-offer-acceptance)\.tsx?$|features\/offer\//

const RULES: Rule[] = [
  { say: 'Покупатель', not: 'контрагент|заказчик' },
  { say: 'Клиент', not: 'клиент', in: OF_CLIENTS },
  { say: 'Сотрудник, пользователь', not: 'аккаунт|учётк|юзер', but: /свой аккаунт/ },
  { say: 'Артикул', not: 'артикль|партномер|каталожн\\p{L}+ номер' },
  { say: 'Замена', not: 'заменител|субститут|дубликат' },
  { say: 'Аналог', not: 'неоригинал' },
  { say: 'Аналог', not: 'кросс', in: new RegExp(`^web/(?!.*(?:${OF_STAFF.source}))`) },
  { say: 'Группа номенклатуры', not: '(товарн|номенклатурн)\\p{L}+ групп|категори' },
  { say: 'Онлайн-поставщик', not: '(прайс|веб|api)-поставщик' },
  { say: 'Ценовое условие', not: 'ценов\\p{L}+ правил|правил\\p{L}* цен|скидочн' },
  { say: 'Взаиморасчёты', not: 'взаимн\\p{L}+ расчёт|дебиторк' },
  { say: 'Обращение', not: 'рекламаци', but: /Возвраты и рекламации|Акт рекламации/ },
  { say: 'Обращение', not: 'претензи|жалоб|тикет' },
  { say: 'Счёт на оплату', not: 'инвойс|сч[её]т\\p{L}* (к оплате|на предоплату)' },
  { say: 'Отгрузка', not: 'накладн|реализаци' },
  { say: 'Предложение', not: 'оферт', but: /Оферта и согласия/, in: new RegExp(`^(?!.*(?:${LEGAL.source}))`) },
  { say: 'Политика', not: 'политик\\p{L}* (конфиденциальност|приватност|cookie)' },
  { say: 'Шаблон заказа', not: 'избранн|сохранённ\\p{L}+ (спис|корзин)' },
  { say: 'Заказ по списку', not: 'поиск по документу|заказ\\p{L}* (списком|из файла|по документу)' },
]

/** The same thing under another word, and why it is right there. */
const ALLOWED: [file: RegExp, words: RegExp, reason: string][] = [
  [/(column-aliases|layouts|brand-families)\.data\.ts$/, /./, 'how other people write: what their files are read by'],
  [/intake\.xml\.ts$/, /Контрагент/, 'elements of 1С’s own format'],
  [/\/statement(\.pdf|\.xlsx)?\.ts$/, /взаимных расчётов/, 'the wording of акт сверки that accountants know'],
  [/claim-rules\.ts$/, /Претензия/, 'the title of the paper that the law names'],
  [/xlsx-parts\.ts$/, /<sheet name=/, 'an element of the format'],
  [/invoice(-sheet|\.pdf|\.xlsx)\.tsx?$/, /^Покупатель \(Заказчик\):/, 'the form of the invoice, as 1С prints it'],
  [/public-home\.tsx$/, /Как стать клиентом/, 'to somebody who is no client yet'],
  [/load-dialog\.tsx$/, /УПД, накладная/, 'a paper of a supplier, not a shipment of ours'],
]

const isAllowed = ({ file, text }: Text) => ALLOWED.some(([place, words]) => place.test(file) && words.test(text))
const shown = TEXTS.filter((text) => !isAllowed(text))

test('texts of web, contract and server are read', () => {
  const count = (part: string) => TEXTS.filter(({ file }) => file.startsWith(part)).length
  for (const part of ['web', 'contract', 'server']) expect(count(part), part).toBeGreaterThan(500)
})

test.each(RULES)('texts use «$say» and never $not', (rule) => {
  expect(GLOSSARY.includes(`| ${rule.say}`), `GLOSSARY.md has «${rule.say}»`).toBe(true)
  const other = new RegExp(`(?<!\\p{L})(?:${rule.not})`, 'iu')
  const found = shown.filter(({ file, text }) => {
    const rest = rule.but ? text.replace(new RegExp(rule.but, 'g'), '') : text
    return (rule.in?.test(file) ?? true) && other.test(rest)
  })
  expect(places(found)).toEqual([])
})

test.each([
  ['quotes that are not «»', /"(?=[а-яё])|(?<=[а-яё])"(?![\s>])/iu],
  ['two spaces between words', /[\p{L}.,;:!?»)] {2,}[\p{L}«]/u],
  ['a hyphen for a dash', /(?<=[\p{L}\d»)}]) - (?=[\p{L}\d«({])/u],
  ['three points for an ellipsis', /\.{3}/],
])('texts never contain %s', (_, wrong) => {
  expect(places(shown.filter(({ text }) => wrong.test(text)))).toEqual([])
})

/** Words of their own beside those with ё. */
const BOTH = new Set(['все', 'чем', 'счета', 'е'])
/** As the form of the invoice, and the wording that was asked for, spell them. */
const GIVEN = /Счет на оплату|успешно обновлен/

test('texts write ё consistently', () => {
  const texts = shown.filter(({ text }) => !GIVEN.test(text))
  const wordsOf = (text: string) => text.toLowerCase().match(/[а-яё]+/g) ?? []
  const dotted = new Set(texts.flatMap(({ text }) => wordsOf(text)).filter((word) => word.includes('ё')))
  const bare = new Map(Array.from(dotted, (word) => [word.replaceAll('ё', 'е'), word]))
  const forgot = (word: string) => bare.has(word) && !BOTH.has(word)
  expect(places(texts.filter(({ text }) => wordsOf(text).some(forgot)))).toEqual([])
})

const places = (texts: Text[]) => texts.map(({ at, text }) => `${at}: ${text.trim()}`)
