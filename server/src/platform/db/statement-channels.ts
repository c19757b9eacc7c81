import { channel } from 'node:diagnostics_channel'
import type { KyselyConfig, LogEvent } from 'kysely'

/** Text of a statement with the columns of its result (`pg.FieldDef[]`), published to subscribers (tests). */
export const statementChannel = channel('artikul:db:statement')

/** Queries of the query builder with their syntax trees (`CompiledQuery`), published to subscribers (tests). */
export const compiledQueryChannel = channel('artikul:db:compiled-query')

/** Option of a new query builder: without subscribers nothing is logged, and queries cost nothing more. */
export const publishCompiledQueries = (): Pick<KyselyConfig, 'log'> =>
  compiledQueryChannel.hasSubscribers ? { log } : {}

function log({ level, query }: LogEvent) {
  if (level === 'query') compiledQueryChannel.publish(query)
}
