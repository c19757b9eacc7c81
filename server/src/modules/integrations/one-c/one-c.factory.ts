import { decode } from 'iconv-lite'
import type { OneCDirection } from '@artikul/contract/integrations/one-c'
import type { Insertable } from 'kysely'
import type { DB } from '../../../platform/db/index.ts'
import { TEST_SECRET, type TestApp } from '../../../testing/test-app.ts'
import { createHasher } from './credentials.ts'

const PASSWORD = 'password of 1C'
let count = 0

const ALL_DIRECTIONS: OneCDirection[] = ['offers', 'orders_out', 'orders_in', 'shipments', 'payments']

/** Connects a base of 1C to the seller: it exchanges everything at once. */
export async function buildNode(
  { database: { db }, clock }: TestApp,
  sellerId: number,
  userId: number,
  more: Partial<Insertable<DB['one_c_nodes']>> = {},
) {
  count += 1
  const login = `1c-${count}`
  const { id } = await db
    .insertInto('one_c_nodes')
    .values({
      ...{ seller_id: sellerId, name: `База ${count}`, login, password_hash: createHasher(TEST_SECRET).hash(PASSWORD) },
      ...{ directions: ALL_DIRECTIONS, is_trial: false, sends_from: new Date(0), events_position: 0 },
      ...{ actor_id: userId, subject_id: userId, created_at: clock.now() },
      ...more,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, login, password: PASSWORD }
}

export const basic = (login: string, password: string) =>
  `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`

/** 1C as a client of the protocol: each call is one request, answered by its lines. */
export function createOneC(test_: TestApp, { login, password }: { login: string; password: string }) {
  let cookie = ''
  const call = async (query: string, payload?: Buffer | string, headers: Record<string, string> = {}) => {
    const reply = await test_.app.inject({
      method: payload === undefined ? 'GET' : 'POST',
      url: `/exchange/1c/1c_exchange.php?${query}`,
      headers: { ...(cookie && { cookie }), ...headers },
      ...(payload !== undefined && { payload: Buffer.from(payload) }),
    })
    return {
      status: reply.statusCode,
      type: reply.headers['content-type'],
      raw: reply.rawPayload,
      lines: reply.payload.trim().split('\n'),
    }
  }
  const signIn = async (type: 'catalog' | 'sale') => {
    const { lines } = await call(`type=${type}&mode=checkauth`, undefined, { authorization: basic(login, password) })
    cookie = `${lines[1]}=${lines[2]}`
    return lines
  }
  const file = (type: string, name: string, bytes: Buffer | string) =>
    call(`type=${type}&mode=file&filename=${name}`, bytes, { 'content-type': 'application/octet-stream' })
  /** Sends a whole package of the catalogue. */
  const sendCatalog = async (files: Record<string, string>, mode: 'complete' | 'deactivate' | null = 'complete') => {
    await signIn('catalog')
    await call('type=catalog&mode=init')
    for (const [name, text] of Object.entries(files)) await file('catalog', name, text)
    const answers: string[] = []
    for (const name of Object.keys(files))
      answers.push((await call(`type=catalog&mode=import&filename=${name}`)).lines.join(': '))
    if (mode) await call(`type=catalog&mode=${mode}`)
    return answers
  }
  /** Takes the waiting orders, and confirms them unless the answer is lost. */
  const takeOrders = async ({ isLost = false } = {}) => {
    await signIn('sale')
    await call('type=sale&mode=init')
    const { raw, type } = await call('type=sale&mode=query')
    if (!isLost) await call('type=sale&mode=success')
    return { xml: decode(raw, 'windows-1251'), raw, type }
  }
  /** Sends documents of 1C, as its old protocol does. */
  const sendDocuments = async (...documents: string[]) => {
    await signIn('sale')
    await call('type=sale&mode=init')
    return (await file('sale', 'documents.xml', commerceMl(documents.join('')))).lines
  }
  return { call, signIn, file, sendCatalog, takeOrders, sendDocuments }
}

export const commerceMl = (content: string) =>
  `\ufeff<?xml version="1.0" encoding="UTF-8"?>
<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="2.08" ДатаФормирования="2026-11-17T12:00:00">${content}</КоммерческаяИнформация>`

interface Good {
  id: string
  brand?: string
  article: string
  name?: string
  barcode?: string
  /** Names of the files of its pictures. */
  pictures?: readonly string[]
  /** Id of its group. */
  group?: string
  qty: number
  rubles: number
  /** Price of the type «Розничная», without VAT. */
  retail?: number
}

const RETAIL_TYPE =
  '<ТипЦены><Ид>retail</Ид><Наименование>Розничная</Наименование><Валюта>RUB</Валюта><Налог><Наименование>НДС</Наименование><УчтеноВСумме>false</УчтеноВСумме></Налог></ТипЦены>'

const priceXml = (type: string, rubles: number) =>
  `<Цена><ИдТипаЦены>${type}</ИдТипаЦены><ЦенаЗаЕдиницу>${rubles}</ЦенаЗаЕдиницу><Валюта>руб</Валюта></Цена>`

/** Goods with their offers, as two files of one package. */
export const goodsPackage = (goods: readonly Good[], isFull = true) => ({
  'import0_1.xml': commerceMl(
    `<Каталог СодержитТолькоИзменения="${!isFull}"><Ид>catalog</Ид><Наименование>Каталог</Наименование><Товары>${goods
      .map(
        ({ id, brand = 'MANN', article, name = `Деталь ${article}`, barcode = '', pictures = [], group }) =>
          `<Товар><Ид>${id}</Ид><Артикул>${article}</Артикул><Штрихкод>${barcode}</Штрихкод><Наименование>${name}</Наименование>` +
          `<БазоваяЕдиница Код="796 ">шт</БазоваяЕдиница><Изготовитель><Ид>m</Ид><Наименование>${brand}</Наименование></Изготовитель>${group === undefined ? '' : `<Группы><Ид>${group}</Ид></Группы>`}${pictures.map((path) => `<Картинка>${path}</Картинка>`).join('')}</Товар>`,
      )
      .join('')}</Товары></Каталог>`,
  ),
  'offers0_1.xml': commerceMl(
    `<ПакетПредложений СодержитТолькоИзменения="${!isFull}"><Ид>catalog#</Ид><ТипыЦен><ТипЦены><Ид>base</Ид><Наименование>Закупочная</Наименование>` +
      `<Валюта>RUB</Валюта></ТипЦены>${goods.some(({ retail }) => retail !== undefined) ? RETAIL_TYPE : ''}</ТипыЦен><Склады><Склад><Ид>main</Ид><Наименование>Основной</Наименование></Склад></Склады><Предложения>${goods
        .map(
          ({ id, qty, rubles, retail }) =>
            `<Предложение><Ид>${id}</Ид><Цены>${priceXml('base', rubles)}${retail === undefined ? '' : priceXml('retail', retail)}</Цены>` +
            `<Склад ИдСклада="main" КоличествоНаСкладе="${qty}"/></Предложение>`,
        )
        .join('')}</Предложения></ПакетПредложений>`,
  ),
})

interface Sent {
  id: string | number
  operation: string
  number: string
  rubles?: string
  day?: string
  lines?: readonly { id: string; qty: number; rubles: string }[]
  requisites?: Record<string, string>
  children?: readonly string[]
  tag?: 'Документ' | 'ПодчиненныйДокумент'
}

/** Document of 1C. */
export function documentXml({
  id,
  operation,
  number,
  rubles = '0',
  day = '2026-11-17',
  tag = 'Документ',
  ...more
}: Sent): string {
  const lines = (more.lines ?? []).map(
    (line) =>
      `<Товар><Ид>${line.id}</Ид><Наименование>Товар ${line.id}</Наименование><ЦенаЗаЕдиницу>${line.rubles}</ЦенаЗаЕдиницу><Количество>${line.qty}</Количество></Товар>`,
  )
  const requisites = Object.entries(more.requisites ?? {}).map(
    ([name, value]) =>
      `<ЗначениеРеквизита><Наименование>${name}</Наименование><Значение>${value}</Значение></ЗначениеРеквизита>`,
  )
  return (
    `<${tag}><Ид>${id}</Ид><Номер>${number}</Номер><Дата>${day}</Дата><ХозОперация>${operation}</ХозОперация><Роль>Продавец</Роль>` +
    `<Валюта>RUB</Валюта><Курс>1</Курс><Сумма>${rubles}</Сумма><Товары>${lines.join('')}</Товары>` +
    `<ЗначенияРеквизитов>${requisites.join('')}</ЗначенияРеквизитов>` +
    `<ПодчиненныеДокументы>${(more.children ?? []).join('')}</ПодчиненныеДокументы></${tag}>`
  )
}

/** Row of goods that 1C has sent, matched to a product. */
export const oneCGood = (nodeId: number, productId: number | null, externalId = 'g1') => ({
  ...{
    node_id: nodeId,
    external_id: externalId,
    brand: 'MANN',
    brand_key: 'MANN',
    article: 'W712',
    article_key: 'W712',
  },
  ...{ name: 'Фильтр', unit: 'шт', barcode: '', vat_rate: '', is_deleted: false, session_id: 1, product_id: productId },
})

/** Row of a document of 1C that waits. */
export const oneCDocument = (nodeId: number) => ({
  ...{
    node_id: nodeId,
    kind: 'order',
    external_id: 'd1',
    number: '1',
    day: '2026-11-17',
    sum_kop: 0,
    state: 'waiting',
  },
  ...{ content: JSON.stringify({ number: '1', own_number: '' }), session_id: 1, received_at: '2026-11-17T09:00:00Z' },
})

/** Row of a company that was read from 1C. */
export const oneCCompany = (nodeId: number) => ({
  ...{ node_id: nodeId, kind: 'company', external_id: 'c1', data_version: 'AAAAAQAAAAA=', belongs_to: '7700000000' },
  ...{ name: 'Ромашка', session_id: 1, content: JSON.stringify({ inn: '7700000000', kpp: '', is_deleted: false }) },
})

/** Classifier with groups of goods: ids and names, the second one under the first. */
export const groupsXml = (...groups: readonly [id: string, name: string][]) =>
  commerceMl(
    `<Классификатор><Ид>c</Ид><Наименование>Классификатор</Наименование>${groups.reduceRight(
      (under, [id, name]) =>
        `<Группы><Группа><Ид>${id}</Ид><Наименование>${name}</Наименование>${under}</Группа></Группы>`,
      '',
    )}</Классификатор>`,
  )
