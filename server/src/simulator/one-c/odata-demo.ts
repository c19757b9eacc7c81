import { OneCBase } from './odata-base.ts'

export interface DemoCompany {
  name: string
  inn: string
  kpp: string
}

interface Demo {
  /** ИНН of the own organisation. */
  sellerInn: string
  companies: readonly DemoCompany[]
}

const DAYS = 14
const DEBT_ROUBLES = 12_500.5
const DAY_MS = 86_400_000
const dateIn = (days: number) => `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T00:00:00`

/** Price type of the agreement. */
export const DEMO_PRICE_TYPE = 'b0d6f1c2-5a2e-4d0f-9a53-1c7e11d0a001'

/**
 * Fills a base: an organisation, companies with a contract and a debt each, an agreement with the partner of the first
 * one, and the node of the portal in the plan.
 */
export function createDemoBase({ sellerInn, companies }: Demo): OneCBase {
  const base = new OneCBase()
  const organisation = base.write('Catalog_Организации', { Description: 'Наша организация', ИНН: sellerInn })
  base.write('ExchangePlan_ДляПортала', { Code: '000', Description: 'Эта база', ThisNode: true })
  base.write('ExchangePlan_ДляПортала', { Code: 'PORTAL', Description: 'Портал' })
  for (const [at, { name, inn, kpp }] of companies.entries()) {
    const company = base.write('Catalog_Контрагенты', {
      Description: name,
      НаименованиеПолное: name,
      ИНН: inn,
      КПП: kpp,
      Партнер_Key: crypto.randomUUID(),
    })
    const contract = base.write('Catalog_ДоговорыКонтрагентов', {
      ...{
        Description: `Договор ${at + 1}`,
        Контрагент_Key: company,
        Организация_Key: organisation,
        Номер: `1С-${at + 1}`,
      },
      ...{ Дата: '2026-02-01T00:00:00', Статус: 'Действует', ТипДоговора: 'СПокупателем' },
      ...{ ОграничиватьСуммуЗадолженности: true, ДопустимаяСуммаЗадолженности: 100_000 * (at + 1) },
      ЭтапыГрафикаОплаты: [
        { LineNumber: '1', ВариантОплаты: 'КредитПослеОтгрузки', Сдвиг: String(DAYS), ПроцентПлатежа: 100 },
      ],
    })
    const party = base.write('Catalog_КлючиАналитикиУчетаПоПартнерам', {
      Договор_Key: contract,
      Контрагент_Key: company,
    })
    const sale = base.write('Catalog_ОбъектыРасчетов', { Description: `Реализация № РТ-${at + 1}` })
    base.debts.push({
      ...{ АналитикаУчетаПоПартнерам_Key: party, ОбъектРасчетов_Key: sale, ДатаПлановогоПогашения: dateIn(at - 1) },
      ...{ ДолгУпрBalance: DEBT_ROUBLES, ПредоплатаУпрBalance: 0 },
    })
  }
  const [first] = base.rows('Catalog_Контрагенты')
  if (first)
    base.write('Catalog_СоглашенияСКлиентами', {
      ...{ Description: 'Соглашение 1', Номер: 'С-1', Дата: '2026-02-01T00:00:00', Статус: 'Действует' },
      ...{ Партнер_Key: first['Партнер_Key'], Организация_Key: organisation, ВидЦен_Key: DEMO_PRICE_TYPE },
    })
  return base
}
