import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { ConfirmQuestion } from './confirm.tsx'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

interface PendingConfirmation extends ConfirmQuestion {
  answer: (answer: boolean) => void
}

/**
 * `confirm` for a window over the page: the question is rendered inside it, because the window's focus trap would block
 * an outside one.
 */
export function useConfirm(): { question: ReactNode; ask: (question: ConfirmQuestion) => Promise<boolean> } {
  const [pending, setPending] = useState<PendingConfirmation | null>(null)
  return {
    ask: (question) => new Promise((answer) => setPending({ ...question, answer })),
    question: pending && (
      <Suspense>
        <ConfirmDialog
          {...pending}
          onAnswer={(yes) => {
            setPending(null)
            pending.answer(yes)
          }}
        />
      </Suspense>
    ),
  }
}
