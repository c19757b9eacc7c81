import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import type { ReactElement } from 'react'

export const TOOLTIP_CLASS =
  'max-w-72 rounded bg-text px-2 py-1 text-xs text-surface transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

/** Optional additional explanation; stacks with the toasts. */
export function Tooltip({ text, children }: { text: string; children: ReactElement }) {
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <BaseTooltip.Portal>
        <BaseTooltip.Positioner sideOffset={6} className="z-[1100]">
          <BaseTooltip.Popup className={TOOLTIP_CLASS}>{text}</BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
