import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '@artikul/server/db'
import { hashOneCPassword } from '@artikul/server/one-c'
import { benchDatabase } from './data/database.ts'
import { runImport } from './import.ts'
import { startProcess, type ServerProcess } from './measure/server-process.ts'
import { peakMb } from './measure/process-memory.ts'
import type { Result } from './run.ts'

const GOODS = Number(process.env['BENCH_GOODS'] ?? 200_000)
const OFFERS_OF_GOODS = 4
const SECRET = 'a secret of this benchmark, long enough to be used'
const PASSWORD = 'password of 1C'
const BRANDS = 200
const GOODS_OF_FILE = 20_000

/** A seller with one own warehouse and no goods; rebuilt for every run. */
async function fill({ sql }: Database) {
  await sql.query(`
    truncate sellers, brands, users, price_groups, supply_routes, offers, one_c_nodes, one_c_pictures, one_c_prices,
      one_c_stock
      restart identity cascade;
    insert into sellers (name, full_name, inn, ogrn, address, tax_regime, director, invoice_prefix)
    values ('Продавец', 'Продавец', '7701234560', '1257700001239', 'Москва', 'osno', 'Иванов И. И.', 'Б');
    insert into supply_routes (name, kind, seller_id) values ('Свой', 'own', 1);
    insert into warehouses (supply_route_id, name, shown_as) values (1, 'Свой склад', 'Свой склад');
    insert into users (login, email, full_name, roles, is_active) values ('bench', 'bench@example.ru', 'Замер', '{ARTIKUL_ORDER_MANAGER}', false);`)
  await sql`
    insert into one_c_nodes (seller_id, name, login, password_hash, directions, is_trial, loss_percent, sends_from,
      events_position, actor_id, subject_id, created_at)
    values (1, 'Замер', 'bench', ${hashOneCPassword(SECRET, PASSWORD)}, '{offers}', false, 100, now(), 0, 1, 1, now())`
}

const root = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<КоммерческаяИнформация xmlns="urn:1C.ru:commerceml_2" ВерсияСхемы="2.08" ДатаФормирования="2026-11-17T12:00:00">${content}</КоммерческаяИнформация>`
const idOf = (at: number) => `8f1c0000-55bc-11d9-848a-${String(at).padStart(12, '0')}`

const good = (at: number) =>
  `<Товар><Ид>${idOf(at)}</Ид><Артикул>BN-${String((at * 7919) % 1_000_000).padStart(6, '0')}-${at}</Артикул><Наименование>Колодки тормозные передние ${at}</Наименование>` +
  `<БазоваяЕдиница Код="796 " НаименованиеПолное="Штука">шт</БазоваяЕдиница><Группы><Ид>8f1c0000-55bc-11d9-848a-000000000000</Ид></Группы>` +
  `<Изготовитель><Ид>b${at % BRANDS}</Ид><Наименование>Марка ${at % BRANDS}</Наименование></Изготовитель>` +
  `<ЗначенияРеквизитов><ЗначениеРеквизита><Наименование>ВидНоменклатуры</Наименование><Значение>Запчасти</Значение></ЗначениеРеквизита></ЗначенияРеквизитов></Товар>`

const offer = (at: number, part: number) =>
  `<Предложение><Ид>${idOf(at)}#${idOf(part)}</Ид><Наименование>Колодки тормозные передние ${at}</Наименование><Цены><Цена><Представление>${100 + (at % 900)} RUB за шт</Представление>` +
  `<ИдТипаЦены>base</ИдТипаЦены><ЦенаЗаЕдиницу>${100 + (at % 900)}.50</ЦенаЗаЕдиницу><Валюта>RUB</Валюта></Цена></Цены>` +
  `<Остатки><Остаток><Склад><Ид>main</Ид><Количество>${(at + part) % 20}</Количество></Склад></Остаток></Остатки></Предложение>`

/** Writes the package as 1C does: goods and offers in parts. */
async function writePackage(folder: string): Promise<string[]> {
  const names: string[] = []
  for (let from = 0; from < GOODS; from += GOODS_OF_FILE) {
    const part = names.length / 2 + 1
    const rows = Array.from({ length: Math.min(GOODS_OF_FILE, GOODS - from) }, (_, at) => from + at)
    const files = {
      [`import0_${part}.xml`]: root(
        `<Каталог СодержитТолькоИзменения="false"><Ид>c</Ид><Товары>${rows.map(good).join('')}</Товары></Каталог>`,
      ),
      [`offers0_${part}.xml`]: root(
        `<ПакетПредложений СодержитТолькоИзменения="false"><Ид>c#</Ид><ТипыЦен><ТипЦены><Ид>base</Ид><Наименование>Закупочная</Наименование><Валюта>RUB</Валюта></ТипЦены></ТипыЦен>` +
          `<Склады><Склад><Ид>main</Ид><Наименование>Основной</Наименование></Склад></Склады><Предложения>${rows
            .flatMap((at) => Array.from({ length: OFFERS_OF_GOODS }, (_, part_) => offer(at, part_ + 1)))
            .join('')}</Предложения></ПакетПредложений>`,
      ),
    }
    for (const [name, text] of Object.entries(files)) {
      const file = await open(join(folder, name), 'w')
      await file.writeFile(text)
      await file.close()
      names.push(name)
    }
  }
  return names
}

/** The same offers as a price list: a row of each, goods repeated. */
async function writeList(path: string) {
  const file = await open(path, 'w')
  await file.write('Производитель;Артикул;Наименование;Остаток;Цена закупки;Ед. изм.\r\n')
  for (let at = 0; at < GOODS; at += 1) {
    const row = `Марка ${at % BRANDS};BL-${String((at * 7919) % 1_000_000).padStart(6, '0')}-${at}`
    const lines = Array.from(
      { length: OFFERS_OF_GOODS },
      (_, part) => `${row}${part};Колодки тормозные передние ${at};${(at + part) % 20};${100 + (at % 900)}.50;шт\r\n`,
    )
    await file.write(lines.join(''))
  }
  await file.close()
}

/** Speaks as 1C, and keeps the slowest answer of each step. */
function createDialogue(url: string) {
  let cookie = ''
  const slowest = { file: 0, import: 0, other: 0 }
  const ask = async (query: string, body?: Buffer) => {
    const started = performance.now()
    const reply = await fetch(`${url}?type=catalog&${query}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Basic ${Buffer.from(`bench:${PASSWORD}`).toString('base64')}`,
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/octet-stream' }),
      },
      ...(body && { body: new Uint8Array(body) }),
    })
    const lines = (await reply.text()).split('\n')
    const mode = /mode=(file|import)/.exec(query)?.[1] as 'file' | 'import' | undefined
    slowest[mode ?? 'other'] = Math.max(slowest[mode ?? 'other'], performance.now() - started)
    if (lines[0] === 'failure') throw new Error(lines[1])
    return lines
  }
  return {
    slowest,
    ask,
    signIn: async () => {
      const [, name, value] = await ask('mode=checkauth')
      cookie = `${name}=${value}`
      const limit = (await ask('mode=init')).find((line) => line.startsWith('file_limit='))
      return Number(limit?.slice('file_limit='.length))
    },
  }
}

/** Sends the files and lets them be read; the price list of the comparison is on the disk already. */
async function exchange(url: string, folder: string, names: readonly string[]) {
  const { ask, signIn, slowest } = createDialogue(url)
  const limit = await signIn()
  const sentAt = performance.now()
  for (const name of names) {
    const bytes = await readFile(join(folder, name))
    for (let at = 0; at < bytes.length; at += limit)
      await ask(`mode=file&filename=${name}`, bytes.subarray(at, at + limit))
  }
  const receivedAt = performance.now()
  for (const name of names)
    for (let state = ''; state !== 'success';) state = (await ask(`mode=import&filename=${name}`))[0] ?? ''
  await ask('mode=complete')
  return { slowest, receivedAt, sendSeconds: (receivedAt - sentAt) / 1000 }
}

async function untilApplied({ sql }: Database) {
  for (;;) {
    const [row] = await sql<{ state: string }[]>`
      select state from price_imports where origin = '1c' order by id desc limit 1`
    if (row && !['draft', 'queued', 'running'].includes(row.state)) return row.state
    await delay(200)
  }
}

/** Sends the package and waits until its offers are on sale; the time begins when the files have been received. */
async function measure(database: Database, { origin, pid }: ServerProcess, folder: string, names: readonly string[]) {
  let peak = 0
  const watch = setInterval(() => void peakMb(pid).then((mb) => (peak = Math.max(peak, mb))), 250)
  try {
    const { slowest, receivedAt, sendSeconds } = await exchange(`${origin}/exchange/1c`, folder, names)
    const secondsSince = () => (performance.now() - receivedAt) / 1000
    const readSeconds = secondsSince()
    const readPeak = peak
    const state = await untilApplied(database)
    if (state !== 'applied') throw new Error(`the price import is ${state}`)
    return { slowest, sendSeconds, readSeconds, seconds: secondsSince(), readPeak, peak }
  } finally {
    clearInterval(watch)
  }
}

/** Measures a full package of goods and offers from 1C against the price list of the same offers. */
export async function run(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'artikul-one-c-'))
  const bench = await benchDatabase('one_c', fill)
  try {
    await fill(bench.database)
    const names = await writePackage(folder)
    const server = await startProcess('server/src/start.ts', {
      port: 3290,
      ready: '/health/ready',
      env: { DATABASE_URL: bench.url, AUTH_SECRET: SECRET, DEMO_DATA: 'off', NODE_ENV: 'development' },
    })
    const baseMb = await peakMb(server.pid)
    const measured = await measure(bench.database, server, folder, names).finally(server.stop)
    const list = join(folder, 'list.csv')
    await writeList(list)
    const baseline = await runImport(bench.url, list)
    const offers = GOODS * OFFERS_OF_GOODS
    const { slowest, sendSeconds, readSeconds, seconds, readPeak, peak } = measured
    return {
      name: 'one-c',
      figure: Math.round(offers / seconds),
      unit: 'offers per second',
      baseline: Math.round(offers / baseline.seconds),
      ratio: Math.round((baseline.seconds / seconds) * 100) / 100,
      goods: GOODS,
      offers,
      seconds: Math.round(seconds * 10) / 10,
      send_seconds: Math.round(sendSeconds * 10) / 10,
      read_seconds: Math.round(readSeconds * 10) / 10,
      list_seconds: Math.round(baseline.seconds * 10) / 10,
      read_peak_mb: readPeak,
      peak_mb: peak,
      base_mb: baseMb,
      slowest_ms: Object.fromEntries(Object.entries(slowest).map(([step, ms]) => [step, Math.round(ms)])),
    }
  } finally {
    await bench.close()
    await rm(folder, { recursive: true })
  }
}
