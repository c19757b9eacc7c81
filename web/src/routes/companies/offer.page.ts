import type { LegalKind } from '@artikul/contract/companies/legal-kinds'
import { legalVersionQuery, legalQuery } from '../../lib/queries/legal-query.ts'
import { prefetch } from '../../lib/api/query-client.ts'

export const read = ({ deps }: { deps: { doc?: LegalKind | undefined; version?: number | undefined } }) => {
  const kind = deps.doc ?? 'offer'
  if (deps.version === undefined) prefetch(legalQuery(kind))
  else prefetch(legalVersionQuery(kind, deps.version))
}

export { default } from '../../features/companies/public-offer/offer-page.tsx'
