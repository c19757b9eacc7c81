import {
  ODATA_KINDS,
  ODATA_PRESETS,
  type OdataFinding,
  type OdataMapping,
  type OdataPreset,
} from '@artikul/contract/integrations/one-c-odata'
import type { OneCDirection } from '@artikul/contract/integrations/one-c'
import { keysOf } from '@artikul/contract/core/keys'
import { COMPOSITION, OneCFailed } from './failures.ts'
import { isTrueAt, propertyText, type OdataRow } from './literals.ts'
import { kindsOf, recognise, resolveMapping, selectOf, wantedEntities } from './mapping.ts'
import type { ExchangePoint, OdataService } from './service.ts'

export interface CheckInput {
  directions: readonly OneCDirection[]
  preset: OdataPreset | null
  overrides: OdataMapping
  /** Name of the plan, and after «/» the code of the node. */
  exchange_plan: string
}

export interface CheckResult {
  report: OdataFinding[]
  /** Null while something is missing without which nothing can be read. */
  resolved: { preset: OdataPreset; mapping: OdataMapping } | null
  /** Why nothing can be read. */
  failure: OneCFailed | null
}

const ok = (text: string): OdataFinding => ({ level: 'ok', text, advice: '' })
const failed = (text: string, advice = ''): OdataFinding => ({ level: 'error', text, advice })

const PLAN_ADVICE = 'Узел создаётся в 1С: «Все функции», «Планы обмена»'

/** Reads a few rows of every object: the user's rights, and names that only 1C itself can refuse. */
async function tryReading(service: OdataService, mapping: OdataMapping): Promise<OdataFinding[]> {
  const findings: OdataFinding[] = []
  for (const kind of keysOf(ODATA_KINDS)) {
    const found = mapping[kind]
    if (!found || kind === 'debt') continue
    try {
      await service.readSome(found.entity, { select: selectOf(kind, found.fields) })
      findings.push(ok(`${ODATA_KINDS[kind].name}: «${found.entity}» читается`))
    } catch (error) {
      if (!(error instanceof OneCFailed)) throw error
      findings.push(error.finding)
    }
  }
  if (mapping.debt) findings.push(ok(`${ODATA_KINDS.debt.name}: «${mapping.debt.entity}» опубликован`))
  return findings
}

/** Nodes of a plan that are looked at. */
const POINTS = 100

/**
 * Finds the node of the portal in the exchange plan, or says why there is none.
 * @param named name of the plan, and after «/» the code of the node
 */
export async function findExchangePoint(
  service: OdataService,
  named: string,
): Promise<{ point: ExchangePoint } | { refusal: string }> {
  const [name = '', code = ''] = named.split('/').map((part) => part.trim())
  const plan = `ExchangePlan_${name.replace(/^ExchangePlan_/, '')}`
  // Older platforms list the node of the base itself, too.
  const nodes = (await service.readSome(plan, { select: [] }, POINTS)).filter(
    (row) => !isTrueAt(row, 'DeletionMark') && !isTrueAt(row, 'ThisNode'),
  )
  const fitting = nodes.filter((row: OdataRow) => code === '' || propertyText(row, 'Code') === code)
  const [node] = fitting
  if (!node) return { refusal: `В плане обмена «${name}» нет узла портала` }
  if (fitting.length > 1) return { refusal: `В плане обмена «${name}» несколько узлов: допишите код узла через «/»` }
  const messageNumber = Number(propertyText(node, 'ReceivedNo') || '0') + 1
  return { point: { plan, key: propertyText(node, 'Ref_Key'), messageNumber } }
}

async function checkPlan(service: OdataService, named: string): Promise<OdataFinding[]> {
  if (named === '') return []
  try {
    const found = await findExchangePoint(service, named)
    return 'point' in found ? [ok(`План обмена «${named}»: узел найден`)] : [failed(found.refusal, PLAN_ADVICE)]
  } catch (error) {
    if (!(error instanceof OneCFailed)) throw error
    return [error.finding]
  }
}

/** Checks a base step by step and chooses the names of what is read; the report says what is missing, and where in 1C. */
export async function checkBase(service: OdataService, input: CheckInput): Promise<CheckResult> {
  const report: OdataFinding[] = []
  try {
    const published = await service.readRoot()
    report.push(ok('Соединение установлено, логин и пароль приняты'))
    if (published.length === 0) throw new OneCFailed('В 1С не опубликован ни один объект', { advice: COMPOSITION })
    const metadata = await service.readMetadata(wantedEntities(input.overrides))
    const preset = input.preset ?? recognise(metadata)
    if (!preset)
      throw new OneCFailed('Конфигурация не узнана: нужные объекты не опубликованы', {
        advice: `${COMPOSITION}. Или выберите конфигурацию и укажите названия объектов сами`,
      })
    report.push(ok(`Конфигурация: ${ODATA_PRESETS[preset]}`))
    const kinds = kindsOf(input.directions)
    if (kinds.size === 0)
      report.push(
        failed(
          'Читать нечего',
          'Включите договоры, соглашения, УПД, долги или новых покупателей: «Настроить», «Что передаётся»',
        ),
      )
    const { mapping, findings } = resolveMapping(metadata, { preset, overrides: input.overrides, kinds })
    report.push(...findings, ...(await tryReading(service, mapping)))
    report.push(...(await checkPlan(service, input.exchange_plan)))
    return { report, resolved: { preset, mapping }, failure: null }
  } catch (error) {
    if (!(error instanceof OneCFailed)) throw error
    return { report: [...report, error.finding], resolved: null, failure: error }
  }
}
