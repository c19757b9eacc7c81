/** Objects of the simulated base with the types of their properties, as a small УТ 11.5 publishes them. */
export interface ObjectSchema {
  properties: Readonly<Record<string, string>>
  /** Tabular parts. */
  parts?: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const [TEXT, KEY, DATE, FLAG, SUM, COUNT] = [
  'Edm.String',
  'Edm.Guid',
  'Edm.DateTime',
  'Edm.Boolean',
  'Edm.Double',
  'Edm.Int64',
]
const CATALOG = { Ref_Key: KEY, DataVersion: TEXT, DeletionMark: FLAG, Description: TEXT }
const DOCUMENT = { Ref_Key: KEY, DataVersion: TEXT, DeletionMark: FLAG, Number: TEXT, Date: DATE, Posted: FLAG }
/** A reference to objects of several types is a text with its type beside it. */
const BASIS = { ДокументОснование: TEXT, ДокументОснование_Type: TEXT }

export const SCHEMA: Readonly<Record<string, ObjectSchema>> = {
  Catalog_Организации: { properties: { ...CATALOG, ИНН: TEXT, КПП: TEXT } },
  Catalog_Контрагенты: {
    properties: {
      ...{ ...CATALOG, НаименованиеПолное: TEXT, ИНН: TEXT, КПП: TEXT, Партнер_Key: KEY },
      ...{ ЮрФизЛицо: TEXT, ЮридическоеФизическоеЛицо: TEXT },
    },
  },
  Catalog_ДоговорыКонтрагентов: {
    properties: {
      ...{
        ...CATALOG,
        Контрагент_Key: KEY,
        Организация_Key: KEY,
        Номер: TEXT,
        Дата: DATE,
        ДатаОкончанияДействия: DATE,
      },
      ...{ Статус: TEXT, ТипДоговора: TEXT, ОграничиватьСуммуЗадолженности: FLAG, ДопустимаяСуммаЗадолженности: SUM },
    },
    parts: { ЭтапыГрафикаОплаты: { LineNumber: COUNT, ВариантОплаты: TEXT, Сдвиг: COUNT, ПроцентПлатежа: SUM } },
  },
  Catalog_СоглашенияСКлиентами: {
    properties: {
      ...{ ...CATALOG, Контрагент_Key: KEY, Партнер_Key: KEY, Организация_Key: KEY, ВидЦен_Key: KEY, Типовое: FLAG },
      ...{ Номер: TEXT, Дата: DATE, ДатаНачалаДействия: DATE, ДатаОкончанияДействия: DATE, Статус: TEXT },
    },
  },
  Document_ЗаказКлиента: { properties: { ...DOCUMENT, Контрагент_Key: KEY } },
  Document_РеализацияТоваровУслуг: { properties: { ...DOCUMENT, Контрагент_Key: KEY, СуммаДокумента: SUM } },
  Document_КорректировкаРеализации: {
    properties: { ...DOCUMENT, ...BASIS },
    parts: { Расхождения: { LineNumber: COUNT, Номенклатура_Key: KEY, СуммаСНДС: SUM } },
  },
  Document_СчетФактураВыданный: {
    properties: { ...DOCUMENT, ...BASIS, ПредставлениеНомера: TEXT, Корректировочный: FLAG },
  },
  Catalog_КлючиАналитикиУчетаПоПартнерам: { properties: { ...CATALOG, Договор_Key: KEY, Контрагент_Key: KEY } },
  Catalog_ОбъектыРасчетов: { properties: CATALOG },
  ExchangePlan_ДляПортала: {
    properties: { ...CATALOG, Code: TEXT, SentNo: COUNT, ReceivedNo: COUNT, ThisNode: FLAG },
  },
}

/** Register of debts: its rest has these columns. */
export const DEBTS = 'AccumulationRegister_РасчетыСКлиентамиПоСрокам'
export const DEBT_COLUMNS = {
  АналитикаУчетаПоПартнерам_Key: KEY,
  ОбъектРасчетов_Key: KEY,
  ДатаПлановогоПогашения: DATE,
  ДолгУпрBalance: SUM,
  ПредоплатаУпрBalance: SUM,
}
