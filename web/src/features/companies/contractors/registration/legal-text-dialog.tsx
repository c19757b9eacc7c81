import { LEGAL_LABELS, type LegalKind } from '@artikul/contract/companies/legal-kinds'
import { useQuery } from '@tanstack/react-query'
import { momentDay } from '../../../../lib/text/format.ts'
import { legalQuery } from '../../../../lib/queries/legal-query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/windows/dialog.tsx'
import { QueryFallback } from '../../../../ui/states/not-loaded.tsx'
import { RichTextView } from '../../../../ui/text/rich-text.tsx'

/** Shows a text over the form that requires consent, so that typed fields are preserved. */
export function LegalTextDialog({ kind, onClose }: { kind: LegalKind; onClose: () => void }) {
  const { data, error, refetch } = useQuery(legalQuery(kind))
  return (
    <Dialog
      title={LEGAL_LABELS[kind]}
      description={data && `Редакция ${data.version} от ${momentDay(data.published_at)}`}
      open
      onClose={onClose}
      actions={<Button onClick={onClose}>Закрыть</Button>}
    >
      {data ? <RichTextView parts={data.parts} /> : <QueryFallback error={error} onRetry={refetch} rows={3} />}
    </Dialog>
  )
}
