import { createAtom } from '@tanstack/react-store'

export type Severity = 'info' | 'success' | 'warn' | 'error' | 'secondary' | 'contrast'

interface ToastMessage {
  severity: Severity
  summary: string
  detail?: string
  /** Milliseconds; 0 stays until closed. */
  life?: number
  closable?: boolean
  /** Messages of one group take each other's place. */
  group?: string
  /** A button beside the text; pressing it closes the message. */
  action?: { label: string; onClick: () => void }
}

/** Messages that are not displayed yet. */
export const pendingToasts = createAtom<readonly ToastMessage[]>([])

/** Says something in the corner of the window, above whatever page is open. */
export const toast = (message: ToastMessage) => pendingToasts.set((before) => [...before, message])
