import { LABELS } from '../fields/labels.ts'

export function Spinner({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" fill="none" aria-hidden="true" className="animate-spin">
      <circle cx="10" cy="10" r="8" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2" />
      <path d="M18 10a8 8 0 0 0-8-8" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

/** Shown until the user of the page is known. */
export function FullScreenSpinner() {
  return (
    <main className="grid min-h-dvh place-items-center text-primary" aria-busy="true">
      <div role="status">
        <Spinner size={32} />
        <span className="sr-only">{LABELS.pending}</span>
      </div>
    </main>
  )
}
