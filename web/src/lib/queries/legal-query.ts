import { legalRoutes, supplierRoutes } from '@artikul/contract/companies/legal'
import type { LegalKind } from '@artikul/contract/companies/legal-kinds'
import { query } from '../api/query.ts'

/** Text in force, for its own page and for every consent. */
export const legalQuery = (kind: LegalKind) =>
  query(supplierRoutes.legal, { params: { kind } }, { staleTime: 5 * 60_000 })

/** One version of a text, past or upcoming; its text never changes, but its state does. */
export const legalVersionQuery = (kind: LegalKind, version: number) =>
  query(legalRoutes.version, { params: { kind, version } }, { staleTime: 5 * 60_000 })
