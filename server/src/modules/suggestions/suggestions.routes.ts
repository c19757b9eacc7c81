import { suggestionRoutes as routes } from '@artikul/contract/suggestions'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/index.ts'
import { serve, type Handles } from '../../platform/http/index.ts'
import { loggable } from '../../platform/log-error.ts'
import { networkOf, recordFailure, requirePatience, type Attempt } from '../auth/index.ts'
import { createDadata } from './dadata.ts'
import { deleteOldAnswers, saveAnswer, selectAnswer } from './suggestions.queries.ts'

const ANSWERS_LIVE_MS = 24 * 3_600_000

export interface SuggestionsDeps {
  config: Pick<Config, 'DADATA_KEY' | 'DADATA_ORIGIN'>
  clock: Clock
  log: Logger
}

/** An answer of the last day, or a new one; silence is no error: the form is filled by hand. */
async function answerOr<T>(
  { clock, log }: SuggestionsDeps,
  db: Db,
  { kind, question }: { kind: string; question: string },
  ask: () => Promise<T[]>,
): Promise<{ results: T[] }> {
  const now = clock.now()
  const known = await selectAnswer(db, kind, question, new Date(now.getTime() - ANSWERS_LIVE_MS))
  if (known) return { results: known.answer as T[] } // written below, from the same `ask`
  try {
    const results = await ask()
    await saveAnswer(db, kind, question, results, now)
    return { results }
  } catch (error) {
    log.warn({ err: loggable(error), kind }, 'the directory of companies did not answer')
    return { results: [] }
  }
}

export function suggestionsModule(app: FastifyInstance, database: Handles, deps: SuggestionsDeps) {
  const { DADATA_KEY: key, DADATA_ORIGIN: origin } = deps.config
  const directory = key === undefined ? null : createDadata(origin, key)

  serve(app, database, routes.party, async ({ body, db, request }) => {
    if (!directory) return { results: [] }
    // Anybody may ask, so one address may not ask the whole register.
    const attempts: Attempt[] = [{ kind: 'directory at address', of: networkOf(request.ip) }]
    const now = deps.clock.now()
    await requirePatience(db, attempts, now)
    await recordFailure(db, attempts, now)
    return answerOr(deps, db, { kind: 'party', question: body.inn }, () => directory.parties(body.inn))
  })
  serve(app, database, routes.bank, async ({ body, db }) =>
    directory
      ? answerOr(deps, db, { kind: 'bank', question: body.bic }, () => directory.banks(body.bic))
      : { results: [] },
  )
  serve(app, database, routes.address, async ({ body, db }) =>
    directory
      ? answerOr(deps, db, { kind: 'address', question: body.query.toLowerCase() }, () =>
          directory.addresses(body.query),
        )
      : { results: [] },
  )
}

export const forgetOldSuggestions = (db: Db, now: Date) =>
  deleteOldAnswers(db, new Date(now.getTime() - ANSWERS_LIVE_MS))
