import { suggestionRoutes as routes } from '@artikul/contract/companies/suggestions'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { serve, type Actor, type Handles } from '../../../platform/http/index.ts'
import { loggable } from '../../../platform/telemetry/log-error.ts'
import { networkOf, recordFailure, requirePatience, type Attempt } from '../../identity/index.ts'
import { createDadata } from './dadata.ts'
import { saveAnswer, selectAnswer } from './suggestions.queries.ts'

const ANSWER_TTL_MS = 24 * 3_600_000

export interface SuggestionsDeps {
  config: Pick<Config, 'DADATA_KEY' | 'DADATA_ORIGIN'>
  clock: Clock
  log: Logger
}

interface Question {
  kind: string
  question: string
  /** Rate limit key of the caller, so that nobody downloads the whole directory. */
  asker: Attempt
}

async function isPatient(db: Db, asker: Attempt, now: Date): Promise<boolean> {
  try {
    await requirePatience(db, [asker], now)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'auth.too_many_attempts') return false
    throw error
  }
}

/**
 * Returns an answer cached within the last day, or a new one; a missing answer is no error, because the form can be
 * filled in manually.
 */
async function answerOr<T>(
  { clock, log }: SuggestionsDeps,
  db: Db,
  { kind, question, asker }: Question,
  ask: () => Promise<T[]>,
): Promise<{ results: T[] }> {
  const now = clock.now()
  const known = await selectAnswer(db, kind, question, new Date(now.getTime() - ANSWER_TTL_MS))
  if (known) return { results: known.answer as T[] } // written below, from the same `ask`
  if (!(await isPatient(db, asker, now))) return { results: [] }
  await recordFailure(db, [asker], now)
  try {
    const results = await ask()
    await saveAnswer(db, kind, question, results, now)
    return { results }
  } catch (error) {
    log.warn({ err: loggable(error), kind }, 'company directory request failed')
    return { results: [] }
  }
}

const personOf = ({ userId }: Actor): Attempt => ({ kind: 'directory of person', of: String(userId) })

export function suggestionsModule(app: FastifyInstance, database: Handles, deps: SuggestionsDeps) {
  const { DADATA_KEY: key, DADATA_ORIGIN: origin } = deps.config
  const directory = key === undefined ? null : createDadata(origin, key)
  const nothing = { results: [] }

  serve(app, database, routes.party, async ({ body: { inn }, db, request }) => {
    // Anonymous users may query it too.
    const asker: Attempt = { kind: 'directory at address', of: networkOf(request.ip) }
    return directory
      ? answerOr(deps, db, { kind: 'party', question: inn, asker }, () => directory.parties(inn))
      : nothing
  })
  serve(app, database, routes.bank, async ({ actor, body: { bic }, db }) =>
    directory
      ? answerOr(deps, db, { kind: 'bank', question: bic, asker: personOf(actor) }, () => directory.banks(bic))
      : nothing,
  )
  serve(app, database, routes.address, async ({ actor, body: { query }, db }) => {
    const question = { kind: 'address', question: query.toLowerCase(), asker: personOf(actor) }
    return directory ? answerOr(deps, db, question, () => directory.addresses(query)) : nothing
  })
}
