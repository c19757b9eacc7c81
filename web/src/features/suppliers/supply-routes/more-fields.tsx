import type { ReactNode } from 'react'

interface Props {
  /** Opened at once when a field of the group is set or refused. */
  isOpen: boolean
  /** Effect of the settings in words. */
  effect: string
  children: ReactNode
}

/** «Дополнительно»: settings that few need. */
export function MoreFields({ isOpen, effect, children }: Props) {
  return (
    <details className="mt-1 border-t border-hairline pt-3" {...(isOpen && { open: true })}>
      <summary className="cursor-pointer text-base font-semibold">Дополнительно</summary>
      <div className="mt-3 flex flex-col gap-3.5">
        {children}
        <p aria-live="polite" className="text-sm text-text-2">
          {effect}
        </p>
      </div>
    </details>
  )
}
