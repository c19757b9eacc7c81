import { moscowMoment } from '../../../platform/clock.ts'
import { publishEvents, type DomainEvent } from '../../../platform/events/index.ts'
import { answerBy } from '../../ordering/index.ts'
import * as queries from './alarms.queries.ts'
import type { ExchangeDeps } from './exchange.routes.ts'

/** Pause of 1C after which it sends no further file in a session. */
const QUIET_MS = 10 * 60_000
const MINUTE_MS = 60_000

type State = queries.ExchangeState
type Alarm = queries.Alarm

/** True when the moment is older than two hours of the office's working time, the limit of every lag. */
type IsOverdue = (since: Date) => boolean

const latest = (moment: Date, other: Date | null) => (other !== null && other > moment ? other : moment)
const sentence = (text: string) => text.replace(/\.\s*$/, '')

/** 1C does not call the portal, or calls and confirms no orders. */
function lagOf(state: State, isOverdue: IsOverdue): string | null {
  const { last_exchange_at: last, active_since: active, unconfirmed_since: waiting } = state
  if (last === null) return null
  const heard = latest(last, active)
  if (isOverdue(heard))
    return state.failed_logins > 0
      ? `1С обращается с неверным паролем, обмена нет с ${moscowMoment(last)}. Введите в 1С пароль обмена или выдайте новый`
      : `1С не обращается к порталу с ${moscowMoment(last)}. Проверьте в 1С расписание обмена и выполните обмен`
  if (waiting === null || !isOverdue(latest(waiting, active))) return null
  return `1С не подтверждает заказы с ${moscowMoment(waiting)}: ${state.unconfirmed_orders}. Выполните обмен в 1С и проверьте, что «Обмен заказами» включён`
}

const fileFailureOf = ({ failed_file: name, file_failure: failure }: State): string | null =>
  name === null
    ? null
    : `Файл «${name}» не принят: ${sentence(failure)}. Файл есть на вкладке «Сеансы»: исправьте данные в 1С и повторите обмен`

/** The portal cannot read the base. Saving the settings clears the stored failure, which does not end an alarm. */
function readingFailureOf(state: State, isOverdue: IsOverdue, wasRaised: boolean): string | null {
  const { read_at: last, active_since: active, reading_failure: failure } = state
  if (last === null || (failure === '' && !wasRaised)) return null
  const expected = new Date(latest(last, active).getTime() + state.every_minutes * MINUTE_MS)
  if (!isOverdue(expected)) return null
  const why = failure === '' ? 'ждёт следующего чтения' : sentence(failure)
  return `Портал не может прочитать 1С с ${moscowMoment(last)}: ${why}. Подробности на вкладке «Чтение по OData»`
}

type AlarmKey = Pick<Alarm, 'node_id' | 'reason'>
const keyOf = ({ node_id: id, reason }: AlarmKey) => `${id} ${reason}`

function alarmsOf(state: State, isOverdue: IsOverdue, isRaised: ReadonlySet<string>): Alarm[] {
  const wasRaised = isRaised.has(keyOf({ node_id: state.id, reason: 'reading' }))
  const texts = [
    ['lag', lagOf(state, isOverdue)],
    ['file', fileFailureOf(state)],
    ['reading', readingFailureOf(state, isOverdue, wasRaised)],
  ] as const
  return texts.flatMap(([reason, text]) => (text === null ? [] : [{ node_id: state.id, reason, text }]))
}

/** One event per node: what has begun notifies staff, what is over refreshes open pages. */
function eventsOf(states: readonly State[], begun: readonly Alarm[], over: readonly AlarmKey[]): DomainEvent[] {
  const names = new Map(states.map(({ id, name }) => [id, name]))
  const ofNode = Map.groupBy(begun, (alarm) => alarm.node_id)
  const others = new Set(over.map(({ node_id: id }) => id).filter((id) => !ofNode.has(id)))
  const node = { about: 'one_c', contractorId: null } as const
  return [
    ...[...ofNode].map(([id, alarms]): DomainEvent => {
      const label = `«${names.get(id)}»: ${alarms.map(({ text }) => text).join('. ')}`
      return { ...node, kind: 'one_c.failed', aboutId: id, label }
    }),
    ...[...others].map((id): DomainEvent => ({ ...node, kind: 'one_c.changed', aboutId: id })),
  ]
}

/**
 * Compares the exchange of every node with its limits. A failure is one alarm: staff are notified when it begins, and
 * it is deleted when the exchange works again.
 */
export async function checkExchange({ db, clock, readDirectory }: ExchangeDeps): Promise<void> {
  const now = clock.now()
  const { daysOff } = await readDirectory()
  const isOverdue = (since: Date) => answerBy(since, daysOff) < now
  await db.transaction().execute(async (tx) => {
    const raised = await queries.selectAlarms(tx)
    const isRaised = new Set(raised.map(keyOf))
    const states = await queries.selectExchangeStates(tx, new Date(now.getTime() - QUIET_MS))
    const alarms = states.flatMap((state) => alarmsOf(state, isOverdue, isRaised))
    const isOn = new Set(alarms.map(keyOf))
    const over = raised.filter((alarm) => !isOn.has(keyOf(alarm)))
    if (alarms.length > 0) await queries.upsertAlarms(tx, alarms, now)
    for (const alarm of over) await queries.deleteAlarm(tx, alarm)
    const begun = alarms.filter((alarm) => !isRaised.has(keyOf(alarm)))
    await publishEvents(tx, eventsOf(states, begun, over), now)
  })
}
