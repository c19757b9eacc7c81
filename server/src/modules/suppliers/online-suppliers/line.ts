import type { DialectName } from '@artikul/contract/suppliers/online-suppliers'
import {
  BrokenCircuitError,
  bulkhead,
  BulkheadRejectedError,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
} from 'cockatiel'
import { RateLimiterMemory, RateLimiterQueue } from 'rate-limiter-flexible'
import { within } from '../../../platform/within.ts'
import type { Access, HttpAsk, Question, Reading, SupplierError } from './asking/dialect.ts'
import { DIALECT_OF } from './dialects/index.ts'
import type { KnownSupplier } from './directory.ts'
import type { Health } from './asking/health.ts'
import { bodyOf, type AnswerReader } from './asking/read-answer.ts'
import type { Outcome, SupplierMeters } from './suppliers.metrics.ts'
import {
  LATEST_MS,
  MOST_CONNECTIONS,
  openTransport,
  SupplierFailed,
  type AllowsPrivate,
  type Exchange,
} from './asking/transport.ts'

/** After so many failures one after another a supplier is left alone. */
const MOST_FAILURES = 5
const REST_MS = 30_000
/** Questions wait for their turn at most so long, seconds. */
const LONGEST_TURN = 3
/** Questions on their way at once, so that a slow supplier answers some instead of none, and an order finds room. */
const MOST_ASKED = MOST_CONNECTIONS - 2
/** A large order takes longer to place than anybody waits for a search. */
const ORDERING_MS = 60_000

/** The supplier is not asked: he fails, or was asked as often as he may be. */
export class Resting extends Error {}
class OverBudget extends Error {}

export interface LineDeps {
  allowsPrivate: AllowsPrivate
  reader: AnswerReader
  health: Health
  meters?: SupplierMeters | undefined
  /** How long a failing supplier is left alone, milliseconds. */
  restMs?: number
}

/** The connection to one supplier with what spares him, and us. */
export interface Line {
  version: number
  isResting: () => boolean
  /**
   * What he has, though it come later than his budget; that counts as a failure all the same.
   * @throws Resting, SupplierFailed
   */
  ask: (question: Question) => Promise<Reading>
  /**
   * The same of at most `MOST_OF_BATCH` at once, in no budget but the transport's; null: his language cannot ask so.
   * @throws Resting, SupplierFailed
   */
  askMany: ((questions: readonly Question[]) => Promise<Reading>) | null
  /**
   * What he answers to a call of ordering. It takes its turn however many searches wait for theirs.
   * @param notAfter a moment of `performance.now()`: later he is not asked any more
   * @throws Resting when he was surely not asked; SupplierFailed when nobody knows what he has made of it
   */
  say: (ask: (access: Access) => HttpAsk, notAfter?: number) => Promise<Said>
  close: () => Promise<void>
}

/** Questions to one supplier, one after another; whoever searches leaves when too many wait before him. */
function createTurns(perSecond: number) {
  const turns = new RateLimiterQueue(new RateLimiterMemory({ points: perSecond, duration: 1 }))
  let waiting = 0
  return {
    areTooMany: () => waiting >= perSecond * (LONGEST_TURN + 1),
    take: async () => {
      waiting += 1
      try {
        await turns.removeTokens(1)
      } finally {
        waiting -= 1
      }
    },
  }
}

/** That there is no room for a question is no failure of the supplier. */
const openBreaker = (restMs = REST_MS) =>
  circuitBreaker(
    handleWhen((error) => !(error instanceof BulkheadRejectedError)),
    { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(MOST_FAILURES) },
  )
const isNotAsked = (error: unknown) => error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError

/** An answer as its format says, and what is wrong by it. */
export interface Said {
  body: unknown
  status: number
  error: SupplierError | null
}

function readSaid(answer: Exchange, dialect: DialectName): Said {
  const { format, errorOf } = DIALECT_OF[dialect]
  const body = bodyOf(answer, format)
  return { body, status: answer.status, error: errorOf(answer.status, body) }
}

async function ordered(call: () => Promise<Said>, count: (outcome: Outcome) => void): Promise<Said> {
  try {
    const said = await call()
    count('answered')
    return said
  } catch (error) {
    count(isNotAsked(error) ? 'refused' : 'failed')
    throw isNotAsked(error) ? new Resting() : error
  }
}

/** @throws SupplierFailed for an address that may not be asked */
export function openLine(supplier: KnownSupplier, access: Access, deps: LineDeps): Line {
  const { source_id: id, budget_ms: budget, per_second: perSecond } = supplier
  const name = supplier.dialect as DialectName // the contract lets no other in
  const { search, batch } = DIALECT_OF[name]
  const transport = openTransport(access.url, deps.allowsPrivate)
  const closing = new AbortController()
  const turns = createTurns(perSecond)
  const breaker = openBreaker(deps.restMs)
  const room = bulkhead(MOST_ASKED)
  const counted = async (ask: HttpAsk): Promise<Reading> => {
    const started = performance.now()
    deps.health.count(id, 'asked')
    const answer = await transport.exchange(ask, closing.signal)
    const { reading, error } = await deps.reader.read({ ...answer, dialect: name })
    if (error?.kind === 'refused') throw new SupplierFailed(error.text)
    deps.health.took(id, performance.now() - started)
    return reading ?? { items: [], dropped: {} }
  }
  const heard = async (ask: HttpAsk) => readSaid(await transport.exchange(ask, closing.signal, ORDERING_MS), name)
  const inTurn = async (ask: HttpAsk, budgetMs: number): Promise<Reading> => {
    if (breaker.state === CircuitState.Open || turns.areTooMany()) throw new Resting()
    await turns.take()
    let going: Promise<Reading> | undefined
    const begin = () => {
      going = room.execute(() => counted(ask))
      return within(going, budgetMs, () => new OverBudget())
    }
    try {
      const reading = await breaker.execute(begin)
      deps.health.count(id, 'answered')
      return reading
    } catch (error) {
      if (isNotAsked(error)) throw new Resting()
      deps.health.count(id, error instanceof OverBudget ? 'timed_out' : 'failed')
      if (error instanceof OverBudget && going) return going
      throw error
    }
  }
  return {
    version: supplier.version,
    isResting: () => breaker.state === CircuitState.Open,
    ask: (question) => inTurn(search(access, question), Math.min(budget, LATEST_MS)),
    askMany: batch && ((questions) => inTurn(batch(access, questions), LATEST_MS)),
    say: async (ask, notAfter = Infinity) => {
      await turns.take()
      if (performance.now() > notAfter) throw new Resting()
      return ordered(
        () => breaker.execute(() => heard(ask(access))),
        (outcome) => deps.meters?.ordered(id, outcome),
      )
    },
    close: () => {
      closing.abort()
      return transport.close()
    },
  }
}
