import { describeReasons, PriceListRefused } from './platform/files/spreadsheet/index.ts'
import { open } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatQty } from '@artikul/contract/core/money'
import { counted } from '@artikul/contract/core/plural'
import type { PriceListQuestion } from '@artikul/contract/suppliers/price-list'
import {
  describeLayout,
  type CommandRequest,
  importByCommand,
  type ImportProgress,
  type ImportResult,
  NoSeller,
  UnansweredQuestions,
} from './modules/suppliers/index.ts'
import { fillDemo, isDatabaseEmpty } from './demo/index.ts'
import { answerQuestion, askOnTerminal, questionsText } from './import-questions.ts'
import { systemClock } from './platform/clock.ts'
import { startCluster } from './platform/cluster/index.ts'
import { loadEnvFile, readConfig, StartError, type Config } from './platform/config.ts'
import { countOtherClients, type Database, ensureDatabase, openDatabase } from './platform/db/index.ts'
import { migrate } from './platform/db/migrate.ts'

const USAGE = `Использование: npm run import -- ФАЙЛ --warehouse НАЗВАНИЕ [--markup ПРОЦЕНТ] [ответы]
Ответы на вопросы о файле: --brand ПРОИЗВОДИТЕЛЬ, --brand-groups, --stock in_stock|on_order, --rate РУБЛЕЙ, --confirm-price`
const PROGRESS_EVERY_MS = 1000

function readRequest(args: string[]): CommandRequest {
  const { values, positionals } = parseCommandLine(args)
  const [file] = positionals
  if (file === undefined || positionals.length > 1 || values.warehouse === undefined) throw new StartError(USAGE)
  const path = resolve(process.env['INIT_CWD'] ?? process.cwd(), file)
  const request = {
    path,
    warehouse: values.warehouse,
    ...(values.markup === undefined ? {} : { markupHundredths: markupOf(values.markup) }),
  }
  const answers: [PriceListQuestion, string | undefined][] = [
    ['brand', values['brand-groups'] ? '' : values.brand?.trim() || undefined],
    ['stock', values.stock],
    ['currency', values.rate],
    ['purchase', values['confirm-price'] ? 'да' : undefined],
  ]
  return answers.reduce<CommandRequest>((answered, [question, text]) => {
    const next = text === undefined ? answered : answerQuestion(answered, question, text)
    if (next === null) throw new StartError(USAGE)
    return next
  }, request)
}

/** Imports the file; on a terminal, questions about it are asked before. */
async function importAnswered(database: Database, request: CommandRequest): Promise<ImportResult> {
  try {
    return await importByCommand(database, { ...request, onProgress: createProgress() }, systemClock)
  } catch (error) {
    if (!(error instanceof UnansweredQuestions)) throw error
    print(describeLayout(error.layout))
    if (!process.stdin.isTTY) throw new StartError(questionsText(error.questions))
    const answered = await askOnTerminal(request, error.questions)
    return importByCommand(database, { ...answered, onProgress: createProgress() }, systemClock)
  }
}

/** Creates the report next to the file, or in the current directory when that is not writable. */
async function createReport(path: string): Promise<string> {
  const name = `${path}.import-report.csv`
  try {
    await (await open(name, 'w')).close()
    return name
  } catch {
    const here = resolve(process.env['INIT_CWD'] ?? process.cwd(), basename(name))
    await (await open(here, 'w')).close()
    return here
  }
}

function parseCommandLine(args: string[]) {
  const text = { type: 'string' } as const
  try {
    const options = { warehouse: text, markup: text, brand: text, stock: text, rate: text } as const
    const switches = { 'brand-groups': { type: 'boolean' }, 'confirm-price': { type: 'boolean' } } as const
    return parseArgs({ args, options: { ...options, ...switches }, allowPositionals: true })
  } catch {
    throw new StartError(USAGE)
  }
}

function markupOf(text: string): number {
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?%?$/.exec(text.trim())
  if (match === null)
    throw new StartError('Наценка --markup: число процентов от 0 до 999, не больше двух знаков после запятой.')
  return Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}

function createProgress(): (progress: ImportProgress) => void {
  const started = performance.now()
  let reportedAt = started
  return (progress) => {
    if (progress.stage === 'layout') print(describeLayout(progress.layout))
    if (progress.stage === 'products') print('Сопоставление с каталогом…')
    if (progress.stage === 'offers') print('Запись предложений…')
    if (progress.stage !== 'reading' || performance.now() - reportedAt < PROGRESS_EVERY_MS) return
    reportedAt = performance.now()
    const speed = Math.round((progress.rows * 1000) / (reportedAt - started))
    print(
      `Прочитано: ${counted(progress.rows, 'строка', 'строки', 'строк')}, ${counted(speed, 'строка', 'строки', 'строк')} в секунду`,
    )
  }
}

function print(text: string): void {
  process.stderr.write(`${text}\n`)
}

function describe(result: ImportResult, request: CommandRequest): string {
  const reasons = describeReasons(result.refusedByReason)
  const rows = counted(result.rows, 'строка', 'строки', 'строк')
  const read = `${rows}: принято ${formatQty(result.accepted)}, отказано ${formatQty(result.refused)}`
  const changes = [
    ['предложений добавлено', result.added],
    ['изменено', result.changed],
    ['снято', result.withdrawn],
    ['повторов в файле', result.repeated],
    ['новых товаров', result.productsAdded],
    ['новых производителей', result.brandsAdded],
  ] as const
  const written = changes.map(([what, count]) => `${what} ${formatQty(count)}`).join(', ')
  const report = result.refused + result.repeated > 0 ? ` Отчёт: ${request.reportPath ?? ''}.` : ''
  return `${read}${reasons === '' ? '' : ` (${reasons})`}; ${written}.${report}`
}

async function withDatabase<T>(config: Config, work: (database: Database) => Promise<T>): Promise<T> {
  const cluster = config.DATABASE_URL === undefined ? await startCluster(config.dataDir) : undefined
  if (cluster !== undefined) await ensureDatabase(cluster.urlOf('postgres'), 'artikul')
  const url = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL ?? cluster?.url ?? ''
  const database = openDatabase({ url, pool: 2, prepare: false, applicationName: 'artikul import' })
  try {
    await migrate(database.long)
    // The first command in an empty directory prepares the database.
    if (!config.isProduction && config.DEMO_DATA !== 'off' && (await isDatabaseEmpty(database))) {
      print('База пуста: создаются демонстрационные данные…')
      await fillDemo(database, config, systemClock.now())
    }
    return await work(database)
  } finally {
    await database.close()
    // A server that has connected meanwhile prevents the shutdown of the cluster.
    if (cluster?.started === true && (await countOtherClients(cluster.urlOf('postgres'))) === 0) await cluster.stop()
  }
}

function explain(error: unknown): string {
  if (error instanceof StartError || error instanceof PriceListRefused || error instanceof NoSeller)
    return error.message
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return `Файл не найден: ${error.message}.`
  if (error instanceof Error && 'code' in error && error.code === 'EISDIR') return 'Вместо файла указана папка.'
  if (error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED') return 'База данных не отвечает.'
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  const input = readRequest(process.argv.slice(2))
  await (await open(input.path)).close()
  const request = { ...input, reportPath: await createReport(input.path) }
  const root = join(import.meta.dirname, '../..')
  loadEnvFile(root)
  const config = readConfig(process.env, root)
  const started = performance.now()
  const result = await withDatabase(config, (database) => importAnswered(database, request))
  console.log(`${describe(result, request)} ${((performance.now() - started) / 1000).toFixed(1)} с`)
} catch (error) {
  print(explain(error))
  process.exitCode = 1
}
