import { Toast } from '@base-ui/react/toast'
import { useSelector } from '@tanstack/react-store'
import { IconAlertTriangle, IconCheck, IconCircleX, IconInfoCircle, IconPointFilled, IconX } from '@tabler/icons-react'
import { useEffect } from 'react'
import { cx } from '../cx.ts'
import { LABELS } from '../fields/labels.ts'
import { pendingToasts, type Severity } from './toast.ts'

const LOOK: Record<Severity, { icon: typeof IconX; frame: string; mark: string }> = {
  info: { icon: IconInfoCircle, frame: 'border-l-info', mark: 'text-info' },
  success: { icon: IconCheck, frame: 'border-l-success', mark: 'text-success' },
  warn: { icon: IconAlertTriangle, frame: 'border-l-warn', mark: 'text-warn' },
  error: { icon: IconCircleX, frame: 'border-l-accent', mark: 'text-accent' },
  secondary: { icon: IconPointFilled, frame: 'border-l-text-3', mark: 'text-text-3' },
  contrast: { icon: IconPointFilled, frame: 'border-l-text bg-text! text-surface!', mark: '' },
}

interface ToastData {
  severity: Severity
  closable: boolean
}

type ToastPosition = 'top-right' | 'top-left' | 'top-center' | 'bottom-right' | 'bottom-left' | 'bottom-center'

export function Toaster({ position = 'top-right' }: { position?: ToastPosition }) {
  return (
    <Toast.Provider limit={6}>
      <Toast.Portal>
        <Toast.Viewport className="toast-area" data-position={position} data-screen-only="" aria-label="Уведомления">
          <Messages />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function Messages() {
  const { toasts, add, close } = Toast.useToastManager<ToastData>()
  const waiting = useSelector(pendingToasts)
  useEffect(() => {
    if (waiting.length === 0) return
    pendingToasts.set([])
    for (const { severity, summary, detail, life = 3000, closable = true, group, action } of waiting) {
      const id = add({
        title: summary,
        description: detail,
        timeout: life,
        priority: severity === 'error' ? 'high' : 'low',
        data: { severity, closable },
        ...(group && { id: group }),
        ...(action && {
          actionProps: {
            children: action.label,
            onClick: () => {
              close(id)
              action.onClick()
            },
          },
        }),
      })
    }
  }, [waiting, add, close])
  return toasts.map((message) => {
    const { severity = 'info', closable = true } = message.data ?? {}
    const { icon: Icon, frame, mark } = LOOK[severity]
    return (
      <Toast.Root
        key={message.id}
        toast={message}
        swipeDirection="up"
        // A group instead of a dialog: the live area announces the message, and Base UI's own copy announces an error.
        role="group"
        aria-modal={undefined}
        // Base UI hides an urgent message from screen readers until it is focused, although it can be reached by Tab.
        aria-hidden={undefined}
        className={cx(
          'rounded-md border border-l-[3px] border-hairline bg-surface text-text shadow-lg transition-[opacity,translate] data-ending-style:-translate-y-2 data-ending-style:opacity-0 data-starting-style:-translate-y-2 data-starting-style:opacity-0',
          frame,
        )}
      >
        <Toast.Content className="flex items-start gap-3 px-3 py-2.5 text-sm">
          <Icon size={18} aria-hidden="true" className={mark} />
          <div className="min-w-0 flex-1">
            <Toast.Title className="font-semibold" />
            <Toast.Description className={cx('break-words', severity !== 'contrast' && 'text-text-2')} />
          </div>
          {message.actionProps && (
            <Toast.Action className="-my-0.5 min-h-6 flex-none font-medium underline pointer-coarse:min-h-11" />
          )}
          {closable && (
            <Toast.Close
              aria-label={LABELS.close}
              // Base UI hides the close button in the same way.
              aria-hidden={undefined}
              className="-my-0.5 grid size-6 flex-none place-items-center rounded"
            >
              <IconX size={14} />
            </Toast.Close>
          )}
        </Toast.Content>
      </Toast.Root>
    )
  })
}
