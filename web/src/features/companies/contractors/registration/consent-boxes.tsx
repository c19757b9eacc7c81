import { LEGAL_LABELS, type AgreedKind, type LegalKind } from '@artikul/contract/companies/legal-kinds'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { ErrorState } from '../../../../ui/states/error-state.tsx'
import { momentDay } from '../../../../lib/text/format.ts'
import { legalQuery } from '../../../../lib/queries/legal-query.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/windows/dialog.tsx'
import { QueryFallback } from '../../../../ui/states/not-loaded.tsx'
import { RichTextView } from '../../../../ui/text/rich-text.tsx'
import type { Consents } from './use-consents.ts'

const BOXES = {
  offer: { label: 'Принимаю условия оферты', read: 'Прочитать оферту' },
  personal_data: { label: 'Даю согласие на обработку персональных данных', read: 'Прочитать согласие' },
} as const satisfies Record<AgreedKind, object>

interface Props {
  consents: Consents
  /** Errors by `accepted.offer_version` and `accepted.personal_data_version`. */
  errors: Readonly<Record<string, string>>
  /** Called with the path of a changed box, whose error no longer applies. */
  onChange: (path: string) => void
}

/**
 * Two checkboxes, each with its own text: consent to one is not consent to the other (152-ФЗ, ст. 9). The policy
 * requires no consent.
 */
export function ConsentBoxes({ consents, errors, onChange }: Props) {
  const [read, setRead] = useState<LegalKind | null>(null)
  if (consents.error) return <ErrorState error={consents.error} onRetry={consents.retry} />
  const box = (kind: AgreedKind) => {
    const path = `accepted.${kind}_version`
    const error = errors[path]
    return (
      <div key={kind}>
        <div className="flex flex-wrap items-center gap-x-3">
          <Checkbox
            label={BOXES[kind].label}
            checked={consents.isGiven(kind)}
            disabled={!consents.isLoaded}
            onCheckedChange={(given) => {
              consents.give(kind, given)
              onChange(path)
            }}
          />
          <ReadButton onClick={() => setRead(kind)}>{BOXES[kind].read}</ReadButton>
        </div>
        {error && (
          <p role="alert" className="text-xs text-accent">
            {error}
          </p>
        )}
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-2">
      {box('offer')}
      {box('personal_data')}
      <div>
        <ReadButton onClick={() => setRead('privacy_policy')}>{LEGAL_LABELS.privacy_policy}</ReadButton>
      </div>
      {read && <LegalTextDialog kind={read} onClose={() => setRead(null)} />}
    </div>
  )
}

const ReadButton = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button
    type="button"
    className="min-h-6 text-left text-sm text-brand underline underline-offset-2 pointer-coarse:min-h-11"
    onClick={onClick}
  >
    {children}
  </button>
)

/** Shows a text over the form that requires consent, so that typed fields are preserved. */
function LegalTextDialog({ kind, onClose }: { kind: LegalKind; onClose: () => void }) {
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
