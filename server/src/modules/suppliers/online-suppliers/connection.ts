import type { AdapterName } from '@artikul/contract/suppliers/online-suppliers'
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
import { withTimeout } from '../../../platform/with-timeout.ts'
import type {
  SupplierCredentials,
  SupplierHttpRequest,
  SupplierQuery,
  ParsedReply,
  SupplierError,
} from './querying/adapter.ts'
import { ADAPTER_OF } from './adapters/index.ts'
import type { KnownSupplier } from './directory.ts'
import type { Health } from './querying/health.ts'
import { bodyOf, type AnswerReader, type ReplyToRead } from './querying/read-reply.ts'
import type { QueryOutcome, SupplierMeters } from './supplier-metrics.ts'
import {
  LATEST_MS,
  MAX_CONNECTIONS,
  openTransport,
  SupplierFailed,
  type AllowsPrivate,
  type Exchange,
} from './querying/transport.ts'

/** Consecutive failures after which a supplier is paused. */
const MAX_FAILURES = 5
const REST_MS = 30_000
/** Maximum wait of a query for its turn, in seconds. */
const LONGEST_TURN = 3
/**
 * Maximum number of concurrent queries, so that a slow supplier answers some of them and orders still get a connection.
 */
const MAX_QUERIES = MAX_CONNECTIONS - 2
/** Timeout of ordering, which takes longer for large orders than a search may. */
const ORDERING_MS = 60_000

/** The supplier is not queried: it is failing, or a rate limit is reached. */
export class Resting extends Error {}
class OverBudget extends Error {}

export interface ConnectionDeps {
  allowsPrivate: AllowsPrivate
  reader: AnswerReader
  health: Health
  meters?: SupplierMeters | undefined
  /** Pause of a failing supplier, in milliseconds. */
  restMs?: number
}

/** Connection to one supplier with its rate limits and circuit breaker. */
export interface Connection {
  version: number
  isResting: () => boolean
  /**
   * Queries the offers, also beyond the supplier's budget; a late answer still counts as a failure.
   * @throws Resting, SupplierFailed
   */
  ask: (question: SupplierQuery) => Promise<ParsedReply>
  /**
   * Queries up to `MAX_BATCH_SIZE` articles at once, limited only by the transport's timeout; null when the protocol has
   * no batches.
   * @throws Resting, SupplierFailed
   */
  askMany: ((questions: readonly SupplierQuery[]) => Promise<ParsedReply>) | null
  /**
   * Sends a call of ordering, which takes precedence over waiting searches.
   * @param notAfter a moment of `performance.now()` after which the call is not sent any more
   * @throws Resting when the call was certainly not sent; SupplierFailed when its effect is unknown
   */
  send: (build: (access: SupplierCredentials) => SupplierHttpRequest, notAfter?: number) => Promise<ParsedAnswer>
  close: () => Promise<void>
}

/** Queues queries to one supplier; a search leaves the queue when it is too long. */
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

/** A full queue is no failure of the supplier. */
const openBreaker = (restMs = REST_MS) =>
  circuitBreaker(
    handleWhen((error) => !(error instanceof BulkheadRejectedError)),
    { halfOpenAfter: restMs, breaker: new ConsecutiveBreaker(MAX_FAILURES) },
  )
const isNotQueried = (error: unknown) => error instanceof BrokenCircuitError || error instanceof BulkheadRejectedError

/** Parsed answer and its error. */
export interface ParsedAnswer {
  body: unknown
  status: number
  error: SupplierError | null
}

function readParsed(answer: Exchange, adapter: AdapterName): ParsedAnswer {
  const { errorOf, format } = ADAPTER_OF[adapter]
  const body = bodyOf(answer, format)
  return { body, status: answer.status, error: errorOf(answer.status, body) }
}

async function ordered(
  call: () => Promise<ParsedAnswer>,
  count: (outcome: QueryOutcome) => void,
): Promise<ParsedAnswer> {
  try {
    const answer = await call()
    count('answered')
    return answer
  } catch (error) {
    count(isNotQueried(error) ? 'refused' : 'failed')
    throw isNotQueried(error) ? new Resting() : error
  }
}

const readIn = (answer: Exchange, adapter: AdapterName, { settings }: SupplierCredentials): ReplyToRead => ({
  ...answer,
  adapter,
  settings,
  now: new Date(),
})

/** @throws SupplierFailed for an address that is not allowed */
export function openLine(supplier: KnownSupplier, access: SupplierCredentials, deps: ConnectionDeps): Connection {
  const { supply_route_id: id, budget_ms: budget, per_second: perSecond } = supplier
  const name = supplier.adapter as AdapterName // the contract allows no other value
  const { search, batch } = ADAPTER_OF[name]
  const transport = openTransport(access.url, deps.allowsPrivate)
  const closing = new AbortController()
  const turns = createTurns(perSecond)
  const breaker = openBreaker(deps.restMs)
  const room = bulkhead(MAX_QUERIES)
  const counted = async (ask: SupplierHttpRequest): Promise<ParsedReply> => {
    const started = performance.now()
    deps.health.count(id, 'asked')
    const answer = await transport.exchange(ask, closing.signal)
    const { reading, error } = await deps.reader.read(readIn(answer, name, access))
    if (error?.kind === 'refused') throw new SupplierFailed(error.text)
    deps.health.took(id, performance.now() - started)
    return reading ?? { items: [], dropped: {} }
  }
  const readAnswer = async (ask: SupplierHttpRequest) =>
    readParsed(await transport.exchange(ask, closing.signal, ORDERING_MS), name)
  const inTurn = async (ask: SupplierHttpRequest, budgetMs: number): Promise<ParsedReply> => {
    if (breaker.state === CircuitState.Open || turns.areTooMany()) throw new Resting()
    await turns.take()
    let going: Promise<ParsedReply> | undefined
    const begin = () => {
      going = room.execute(() => counted(ask))
      return withTimeout(going, budgetMs, () => new OverBudget())
    }
    try {
      const reading = await breaker.execute(begin)
      deps.health.count(id, 'answered')
      return reading
    } catch (error) {
      if (isNotQueried(error)) throw new Resting()
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
    send: async (build, notAfter = Infinity) => {
      await turns.take()
      if (performance.now() > notAfter) throw new Resting()
      return ordered(
        () => breaker.execute(() => readAnswer(build(access))),
        (outcome) => deps.meters?.ordered(id, outcome),
      )
    },
    close: () => {
      closing.abort()
      return transport.close()
    },
  }
}
