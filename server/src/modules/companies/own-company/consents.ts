import type { ConsentItem } from '@artikul/contract/companies/legal'
import { AgreedKind } from '@artikul/contract/companies/legal-kinds'
import { moscowDate } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/index.ts'
import { AppError } from '../../../platform/errors.ts'
import { selectTextInForce } from './legal.queries.ts'
import { insertConsents, selectConsents } from './supplier.queries.ts'

/** Consent as recorded in the log: text, moment and network address (152-ФЗ, ст. 9). */
export interface RecordedConsent {
  kind: AgreedKind
  version: number
  hash: string
}

/**
 * Compares the versions shown to the user with those in force.
 * @throws AppError `legal.changed`
 */
export async function requireCurrentTexts(
  db: Db,
  shown: { offer_version: number; personal_data_version: number },
  now: Date,
): Promise<RecordedConsent[]> {
  const shownVersions = [
    ['offer', shown.offer_version],
    ['personal_data', shown.personal_data_version],
  ] as const
  return Promise.all(
    shownVersions.map(async ([kind, version]) => {
      const text = await selectTextInForce(db, kind, moscowDate(now))
      if (text.version !== version) throw new AppError('legal.changed')
      return { kind, version, hash: text.hash }
    }),
  )
}

export interface ConsentFacts {
  userId: number
  contractorId: number
  /** Form in which the consent was given. */
  form: string
  givenAt: Date
  address: string
  userAgent: string
}

export const recordConsents = (db: Db, facts: ConsentFacts, given: readonly RecordedConsent[]) =>
  insertConsents(
    db,
    given.map(({ kind, version, hash }) => ({
      user_id: facts.userId,
      contractor_id: facts.contractorId,
      kind,
      version,
      text_hash: hash,
      form: facts.form,
      given_at: facts.givenAt,
      address: facts.address,
      user_agent: facts.userAgent,
    })),
  )

/** Reads the consents of the company's people, newest first. */
export async function readConsents(db: Db, contractorId: number): Promise<ConsentItem[]> {
  const rows = await selectConsents(db, contractorId)
  return rows.map((row) => ({ ...row, kind: AgreedKind.parse(row.kind), given_at: row.given_at.toISOString() }))
}
