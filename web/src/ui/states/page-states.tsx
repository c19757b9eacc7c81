import { Spinner } from './spinner.tsx'
import { ErrorState } from './error-state.tsx'
import { LABELS } from '../fields/labels.ts'

/** Shown while the page's code is loading. */
export function PendingPage() {
  return (
    <div role="status" className="grid min-h-64 place-items-center text-primary">
      <Spinner size={28} />
      <span className="sr-only">{LABELS.pending}</span>
    </div>
  )
}

/** A page that failed to render; a reload gets fresh code. */
export function FailedPage({ error }: { error: unknown }) {
  return (
    <>
      <h1 className="sr-only">Страница не открылась</h1>
      <ErrorState error={error} onRetry={() => location.reload()} />
    </>
  )
}
