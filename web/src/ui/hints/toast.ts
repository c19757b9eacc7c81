import { createAtom } from '@tanstack/react-store'
import { messageOf } from '../../lib/api/api-error.ts'

export type Severity = 'info' | 'success' | 'warn' | 'error' | 'secondary' | 'contrast'

interface ToastMessage {
  severity: Severity
  summary: string
  detail?: string
  /** Milliseconds; 0 stays until closed. */
  life?: number
  closable?: boolean
  /** A message replaces an earlier one of its group. */
  group?: string
  /** Button beside the text; pressing it closes the message. */
  action?: { label: string; onClick: () => void }
}

/** Messages that are not displayed yet. */
export const pendingToasts = createAtom<readonly ToastMessage[]>([])

/** Shows a message in the toast area, above any page. */
export const toast = (message: ToastMessage) => pendingToasts.set((before) => [...before, message])

/** Returns a handler that shows that something was done. */
export const toastDone = (summary: string, detail?: string) => () =>
  toast({ severity: 'success', summary, ...(detail !== undefined && { detail }) })

/** Returns a handler that shows why something was not done. */
export const toastRefusal = (summary: string, life?: number) => (error: unknown) =>
  toast({ severity: 'error', summary, detail: messageOf(error), ...(life !== undefined && { life }) })

/** Time for which an act can be undone; the server allows a little longer. */
const UNDO_MS = 10_000

interface UndoableAct {
  summary: string
  detail?: string
  /** Calls the server's reverse command. */
  undo: () => Promise<unknown>
  /** Message after undoing. */
  undone: string
}

/** Shows that something was done, with «Отменить» as long as it can be undone. */
export const toastUndoable = ({ undo, undone, ...done }: UndoableAct) =>
  toast({
    severity: 'success',
    ...done,
    life: UNDO_MS,
    action: { label: 'Отменить', onClick: () => void undo().then(toastDone(undone), toastRefusal('Не отменено')) },
  })
