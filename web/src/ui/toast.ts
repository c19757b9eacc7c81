import { Toast } from '@base-ui/react/toast'

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
}

export interface ToastData {
  severity: Severity
  closable: boolean
}

export const toastManager = Toast.createToastManager<ToastData>()

export const toast = ({ severity, summary, detail, life = 3000, closable = true, group }: ToastMessage) =>
  toastManager.add({
    title: summary,
    description: detail,
    timeout: life,
    priority: severity === 'error' ? 'high' : 'low',
    data: { severity, closable },
    ...(group && { id: group }),
  })
