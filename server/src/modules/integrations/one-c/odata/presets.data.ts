import type { OdataKind, OdataPreset } from '@artikul/contract/integrations/one-c-odata'

/** Names of an object and of its properties; of names separated by «|» the first that the base has is read. */
export type PresetTable = Partial<Record<OdataKind, { entity: string; fields: Readonly<Record<string, string>> }>>

const ORGANISATION = { entity: 'Catalog_Организации', fields: { inn: 'ИНН' } }
const COMPANY = {
  entity: 'Catalog_Контрагенты',
  fields: {
    name: 'НаименованиеПолное|Description',
    inn: 'ИНН',
    kpp: 'КПП',
    form: '',
    kind: 'ЮридическоеФизическоеЛицо',
    partner: '',
  },
}
const INVOICE = {
  entity: 'Document_СчетФактураВыданный',
  fields: {
    number: 'ПредставлениеНомера|Number',
    day: 'Date',
    basis: 'ДокументОснование|ДокументОснование_Key',
    is_correction: 'Корректировочный',
  },
}

/** УТ 11.5; КА 2 has the same trade objects. */
const TRADE: PresetTable = {
  organisation: ORGANISATION,
  company: { ...COMPANY, fields: { ...COMPANY.fields, form: 'ЮрФизЛицо', partner: 'Партнер_Key' } },
  contract: {
    entity: 'Catalog_ДоговорыКонтрагентов',
    fields: {
      company: 'Контрагент_Key|Owner_Key',
      organisation: 'Организация_Key',
      number: 'Номер|Description',
      day: 'Дата|ДатаНачалаДействия',
      valid_to: 'ДатаОкончанияДействия',
      status: 'Статус',
      kind: 'ТипДоговора',
      limit: 'ДопустимаяСуммаЗадолженности',
      has_limit: 'ОграничиватьСуммуЗадолженности',
      stages: 'ЭтапыГрафикаОплаты',
      days: '',
    },
  },
  agreement: {
    entity: 'Catalog_СоглашенияСКлиентами',
    fields: {
      company: 'Контрагент_Key',
      partner: 'Партнер_Key',
      organisation: 'Организация_Key',
      number: 'Номер|Description',
      day: 'Дата',
      valid_from: 'ДатаНачалаДействия',
      valid_to: 'ДатаОкончанияДействия',
      status: 'Статус',
      is_standard: 'Типовое',
      price_type: 'ВидЦен_Key',
    },
  },
  shipment: { entity: 'Document_РеализацияТоваровУслуг', fields: { number: 'Number', day: 'Date' } },
  correction: {
    entity: 'Document_КорректировкаРеализации',
    fields: {
      number: 'Number',
      day: 'Date',
      basis: 'ДокументОснование',
      sum: 'Расхождения/СуммаСНДС|Расхождения/Сумма',
    },
  },
  upd: INVOICE,
  debt: {
    entity: 'AccumulationRegister_РасчетыСКлиентамиПоСрокам',
    fields: {
      party: 'АналитикаУчетаПоПартнерам_Key',
      due: 'ДатаПлановогоПогашения',
      sum: 'ДолгУпрBalance|ДолгРеглBalance|ДолгBalance',
      advance: 'ПредоплатаУпрBalance|ПредоплатаРеглBalance|ПредоплатаBalance',
      document: 'ОбъектРасчетов_Key',
    },
  },
  debt_party: { entity: 'Catalog_КлючиАналитикиУчетаПоПартнерам', fields: { contract: 'Договор_Key' } },
  debt_document: { entity: 'Catalog_ОбъектыРасчетов', fields: { name: 'Description' } },
}

/** УНФ: debts have no due dates and name the contract themselves. */
const SMALL_FIRM: PresetTable = {
  organisation: ORGANISATION,
  company: { ...COMPANY, fields: { ...COMPANY.fields, kind: '' } },
  contract: {
    entity: 'Catalog_ДоговорыКонтрагентов',
    fields: {
      company: 'Owner_Key',
      organisation: 'Организация_Key',
      number: 'НомерДоговора|Description',
      day: 'ДатаДоговора',
      valid_to: 'СрокДействия|ДатаОкончанияДействия',
      status: '',
      kind: 'ВидДоговора',
      limit: '',
      has_limit: '',
      stages: '',
      days: 'СрокОплатыПокупателя',
    },
  },
  shipment: { entity: 'Document_РасходнаяНакладная', fields: { number: 'Number', day: 'Date' } },
  upd: {
    entity: 'Document_СчетФактура',
    fields: { ...INVOICE.fields, number: 'Number', is_correction: '' },
  },
  debt: {
    entity: 'AccumulationRegister_РасчетыСПокупателями',
    fields: { party: 'Договор_Key', due: '', sum: 'СуммаBalance', advance: '', document: '' },
  },
}

/** БП 3: debts are balances of accounts and are not read. */
const ACCOUNTING: PresetTable = {
  organisation: ORGANISATION,
  company: COMPANY,
  contract: {
    entity: 'Catalog_ДоговорыКонтрагентов',
    fields: {
      company: 'Owner_Key',
      organisation: 'Организация_Key',
      number: 'Номер|Description',
      day: 'Дата',
      valid_to: 'СрокДействия',
      status: '',
      kind: 'ВидДоговора',
      limit: '',
      has_limit: '',
      stages: '',
      days: 'СрокОплаты',
    },
  },
  shipment: { entity: 'Document_РеализацияТоваровУслуг', fields: { number: 'Number', day: 'Date' } },
  upd: { ...INVOICE, fields: { ...INVOICE.fields, is_correction: '' } },
}

export const PRESETS: Record<OdataPreset, PresetTable> = { ut: TRADE, ka: TRADE, unf: SMALL_FIRM, bp: ACCOUNTING }

/** Objects by which a configuration is recognised, the most particular first. */
export const MARKS: readonly [preset: OdataPreset, entities: readonly string[]][] = [
  ['unf', ['Document_РасходнаяНакладная', 'Document_ЗаказПокупателя', 'AccumulationRegister_РасчетыСПокупателями']],
  ['ka', ['Document_ПроизводствоБезЗаказа', 'Catalog_ОбъектыЭксплуатации', 'Document_ЗаказНаПроизводство2_2']],
  [
    'ut',
    [
      'AccumulationRegister_РасчетыСКлиентамиПоСрокам',
      'Document_ЗаказКлиента',
      'Catalog_СоглашенияСКлиентами',
      'Catalog_Партнеры',
    ],
  ],
  ['bp', ['AccountingRegister_Хозрасчетный', 'Document_СчетНаОплатуПокупателю', 'Catalog_ТипыЦенНоменклатуры']],
]
