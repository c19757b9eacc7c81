import {
  DIFFERENCE_OUTCOMES,
  type DifferenceOutcome,
  type ReconciledDocument,
} from '@artikul/contract/billing/reconciliation'
import { day, roubles } from '../../../lib/text/format.ts'
import { Tag } from '../../../ui/text/tag.tsx'

export const OutcomeTag = ({ outcome }: { outcome: DifferenceOutcome | null }) =>
  outcome === null ? <Tag tone="warn">Открыто</Tag> : <Tag tone="success">{DIFFERENCE_OUTCOMES[outcome]}</Tag>

/** Document of one side: kind, day and sum. */
export function DocumentOf({ document, row }: { document: ReconciledDocument | null; row?: number | undefined }) {
  if (!document) return <span className="text-text-2">Нет документа</span>
  const notes = [day(document.day), row === undefined ? '' : `строка ${row} файла`].filter(Boolean).join(', ')
  return (
    <span className="block py-1">
      <span className="block break-words">{document.text}</span>
      <span className="block text-sm text-text-2">
        {notes}, <span className="whitespace-nowrap text-text">{roubles(document.kop)}</span>
      </span>
    </span>
  )
}
