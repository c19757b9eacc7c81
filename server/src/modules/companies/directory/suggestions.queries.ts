import { sql } from 'kysely'
import { json, type Db } from '../../../platform/db/index.ts'

export const selectAnswer = (db: Db, kind: string, question: string, since: Date) =>
  db
    .selectFrom('suggestion_cache')
    .select('answer')
    .where('kind', '=', kind)
    .where('question', '=', question)
    .where('asked_at', '>', since)
    .executeTakeFirst()

export const saveAnswer = (db: Db, kind: string, question: string, answer: unknown, now: Date) =>
  sql`
    insert into suggestion_cache (kind, question, answer, asked_at)
    values (${kind}, ${question}, ${json(answer)}, ${now})
    on conflict (kind, question) do update set answer = excluded.answer, asked_at = excluded.asked_at`.execute(db)
