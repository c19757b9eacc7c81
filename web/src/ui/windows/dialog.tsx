import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { LABELS } from '../fields/labels.ts'
import { useUnsaved } from './use-unsaved.ts'

export interface DialogProps {
  title: string
  description?: ReactNode
  open: boolean
  onClose: () => void
  children: ReactNode
  /** Buttons, the main one last. */
  actions?: ReactNode
  width?: 'sm' | 'md' | 'lg'
  /** Layout for a long form: the right edge of a wide screen, the whole screen of a phone. */
  side?: boolean
  /** True when the user has typed something: closing requires a confirmation. */
  isDirty?: boolean
}

const WIDTH = { sm: 'w-[420px]', md: 'w-[640px]', lg: 'w-[880px]' } as const
const FADE = 'transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

/** «Отмена» among a dialog's buttons; closes it in the same way as the cross and Escape. */
export const DialogClose = ({ children = 'Отмена' }: { children?: ReactNode }) => (
  <BaseDialog.Close render={<Button />}>{children}</BaseDialog.Close>
)

export function Dialog(props: DialogProps) {
  const { title, description, open, onClose, children, actions, width = 'md', side = false, isDirty = false } = props
  const { question, leave } = useUnsaved(isDirty)
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && void leave(onClose)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={cx('fixed inset-0 z-[900] bg-shade', FADE)} />
        <BaseDialog.Popup
          className={cx(
            'fixed z-[910] flex flex-col bg-surface text-text shadow-2xl outline-none',
            side
              ? 'inset-y-0 right-0 w-full md:w-[640px]'
              : 'top-1/2 left-1/2 max-h-[calc(100dvh-2rem)] max-w-[calc(100vw-1.5rem)] -translate-1/2 rounded-lg',
            FADE,
            !side && WIDTH[width],
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
            <div className="min-w-0">
              <BaseDialog.Title className="text-lg font-semibold">{title}</BaseDialog.Title>
              {description && (
                <BaseDialog.Description className="text-sm text-text-2">{description}</BaseDialog.Description>
              )}
            </div>
            <BaseDialog.Close
              aria-label={LABELS.close}
              className="-mr-2 grid size-8 flex-none place-items-center rounded-md text-text-2 hover:bg-group"
            >
              <IconX size={18} />
            </BaseDialog.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-auto px-5 pb-5">{children}</div>
          {actions && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-hairline px-5 py-3">{actions}</div>
          )}
          {question}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
