interface Rule {
  /** Word of GLOSSARY.md for the thing. */
  say: string
  /** Beginnings of the other words for it. */
  not: string
  /** Files where the other words are refused; everywhere when absent. */
  in?: RegExp
  /** Texts in which the other word is right. */
  but?: RegExp
}

/** Screens visible to clients only, where the reader is the client and is addressed as «вы» or «сотрудник». */
const OF_CLIENTS =
  /features\/[\w-]+\/(cart\/(?!assisted-orders|checkout\/checkout-form)|(consignees|contacts|home|invoices|bulk-orders|price-exports|product-alerts)\/)/
const OF_STAFF = /features\/catalog\/cross-references\/|routes\/workspace\/settings(\.page)?\.ts/
/** Acceptance of the offer as meant by the law, and its page. */
const LEGAL =
  /\/(legal|legal-kinds|page-head|registration|footer|use-consents|consent-boxes|consents-tab|audit-events|errors|acceptance|placing\/public-offer|offer-to-accept|use-offer-acceptance)\.tsx?$|features\/companies\/public-offer\//

export const RULES: Rule[] = [
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
  { say: 'Обращение', not: 'претензи|жалоб|тикет', but: /Претензии по количеству/ },
  { say: 'Счёт на оплату', not: 'инвойс|сч[её]т\\p{L}* (к оплате|на предоплату)' },
  { say: 'Отгрузка', not: 'накладн|реализаци' },
  { say: 'Предложение', not: 'оферт', but: /Оферта и согласия/, in: new RegExp(`^(?!.*(?:${LEGAL.source}))`) },
  { say: 'Политика', not: 'политик\\p{L}* (конфиденциальност|приватност|cookie)' },
  { say: 'Статус', not: 'состояни', but: /По состоянию на|состояние взаимных|В хорошем состоянии/ },
  { say: 'Отменить загрузку', not: 'отка(тить|чен)' },
  { say: 'Фоновая задача', not: 'фонов\\p{L}+ работ' },
  { say: 'Шаблон заказа', not: 'избранн|сохранённ\\p{L}+ (спис|корзин)' },
  { say: 'Заказ по списку', not: 'поиск по документу|заказ\\p{L}* (списком|из файла|по документу)' },
]

/** Permitted other words, with the reason. */
export const ALLOWED: [file: RegExp, words: RegExp, reason: string][] = [
  [/(column-aliases|layouts|brand-families)\.data\.ts$/, /./, 'how other people write: what their files are read by'],
  [
    /(commerceml|intake-xml|order-xml|reading\/documents)\.ts$/,
    /Контрагент|Отменен|Удален|Проведен/,
    'elements of 1С’s own format',
  ],
  [/odata\/presets\.data\.ts$/, /./, 'names of the objects of 1С'],
  [/\/statement(-pdf|-xlsx)?\.ts$/, /взаимных расчётов/, 'the wording of акт сверки that accountants know'],
  [/claim-rules\.ts$/, /Претензия/, 'the title of the paper that the law names'],
  [/xlsx-parts\.ts$/, /<sheet name=/, 'an element of the format'],
  [/invoice(-sheet|-pdf|-xlsx)\.tsx?$/, /^Покупатель \(Заказчик\):/, 'the form of the invoice, as 1С prints it'],
  [/public-home\.tsx$/, /Как стать клиентом/, 'to somebody who is no client yet'],
  [/load-dialog\.tsx$/, /УПД, накладная/, 'a paper of a supplier, not a shipment of ours'],
]
