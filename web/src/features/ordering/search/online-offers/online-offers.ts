import type { Offer, OfferGroup } from '@artikul/contract/catalog/catalog'
import type { OnlineEvent, OnlineGroup } from '@artikul/contract/ordering/search'
import { resultGroupName } from '../search-result.ts'

/** Answer state of one supplier. */
export type SupplierAnswer = Pick<Extract<OnlineEvent, { kind: 'offers' }>, 'state' | 'took_ms' | 'age_ms'>

/** Suppliers' answers so far. */
export interface Online {
  /** `broken`: the stream ended before all suppliers answered. */
  phase: 'asking' | 'done' | 'broken'
  /** Queried suppliers; empty when there is nothing to show. */
  numbers: readonly number[]
  answers: ReadonlyMap<number, SupplierAnswer>
  /** Displayed offers, which never move by themselves. */
  shown: readonly OfferGroup[]
  /** Offers that arrived after the displayed ones and appear on a press. */
  later: readonly OfferGroup[]
  /** True when arrived offers may be drawn without waiting for the others. */
  isDue: boolean
  /** Number of offers received: suppliers' offers have no ids, so they are numbered here and numbers are not reused. */
  counted: number
}

export type OnlineAction = OnlineEvent | { kind: 'begin' } | { kind: 'due' } | { kind: 'show' } | { kind: 'ended' }

export const NO_MESSAGE: Online = {
  phase: 'asking',
  numbers: [],
  answers: new Map(),
  shown: [],
  later: [],
  isDue: false,
  counted: 0,
}

const inOne = (groups: readonly OfferGroup[], more: readonly OfferGroup[]): OfferGroup[] => {
  const known = new Map(groups.map((group) => [resultGroupName(group.product), group]))
  for (const group of more) {
    const name = resultGroupName(group.product)
    const offers = known.get(name)?.offers ?? []
    known.set(name, { ...group, offers: [...offers, ...group.offers] })
  }
  return [...known.values()]
}

/** Converts groups for the table; negative ids do not collide with those of own offers. */
const numbered = (groups: readonly OnlineGroup[], counted: number): OfferGroup[] => {
  let id = -counted
  return groups.map(({ kind, product, offers }) => ({
    kind,
    product: { ...product, id: product.id ?? 0, code: product.code ?? '' },
    ...(kind === 'analogue' && { cross: { kind, source: '' } }),
    offers: offers.map((offer): Offer & { reference: string } => ({ ...offer, id: (id -= 1) })),
  }))
}

const shownAll = (online: Online): Online => ({ ...online, shown: inOne(online.shown, online.later), later: [] })

/** Displays the first offers together: after all suppliers have answered, or when the time is up. */
const settled = (online: Online): Online =>
  online.shown.length === 0 && (online.isDue || online.phase !== 'asking') ? shownAll(online) : online

function heardOf(online: Online, { number, groups, ...answer }: Extract<OnlineEvent, { kind: 'offers' }>): Online {
  const fresh = numbered(groups, online.counted)
  const count = groups.reduce((sum, group) => sum + group.offers.length, 0)
  return {
    ...online,
    answers: new Map(online.answers).set(number, answer),
    later: inOne(online.later, fresh),
    counted: online.counted + count,
  }
}

export function hearOnline(online: Online, action: OnlineAction): Online {
  switch (action.kind) {
    case 'begin':
      return { ...NO_MESSAGE, numbers: online.numbers, counted: online.counted }
    case 'suppliers':
      return { ...online, numbers: action.numbers }
    case 'offers':
      return settled(heardOf(online, action))
    case 'due':
      return settled({ ...online, isDue: true })
    case 'done':
      return settled({ ...online, phase: 'done' })
    case 'ended':
      return online.phase === 'asking' ? settled({ ...online, phase: 'broken' }) : online
    case 'show':
      return shownAll(online)
  }
}

const hasAnswered = ({ state }: SupplierAnswer) => state === 'answered' || state === 'late'

export const answeredCount = ({ answers }: Online) => [...answers.values()].filter(hasAnswered).length

/** Number of suppliers that may still answer, including late ones. */
export const waitedCount = ({ phase, numbers, answers }: Online) =>
  phase === 'asking'
    ? numbers.filter((number) => (answers.get(number)?.state ?? 'timed_out') === 'timed_out').length
    : 0

const seconds = new Intl.NumberFormat('ru-RU', { maximumFractionDigits: 1 })
/** An answer older than its query by more than this came from the cache. */
const REMEMBERED_MS = 500

/** «ответил за 0,4 с», «из памяти, 40 с назад», «не ответил», «пауза». */
export function stateText({ phase, answers }: Online, number: number): string {
  const answer = answers.get(number)
  if (answer === undefined) return phase === 'asking' ? 'спрашиваем' : 'не ответил'
  if (answer.state === 'resting' || answer.state === 'paused') return 'пауза'
  if (answer.state === 'timed_out') return phase === 'asking' ? 'ждём ещё' : 'не ответил'
  if (answer.state === 'failed') return 'не ответил'
  if (answer.age_ms > answer.took_ms + REMEMBERED_MS)
    return `из памяти, ${Math.round(answer.age_ms / 1000)}\u00a0с назад`
  return `ответил за ${seconds.format(answer.took_ms / 1000)}\u00a0с`
}
