import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { TOOLTIP_CLASS } from './tooltip.tsx'

/** Visible name of a button; screen readers get it from the button itself. */
export const FloatingTooltip = ({ anchor }: { anchor: HTMLElement }) => (
  <BaseTooltip.Root open>
    <BaseTooltip.Portal>
      <BaseTooltip.Positioner anchor={anchor} sideOffset={6} className="z-[1100]">
        <BaseTooltip.Popup aria-hidden="true" className={TOOLTIP_CLASS}>
          {anchor.getAttribute('aria-label')}
        </BaseTooltip.Popup>
      </BaseTooltip.Positioner>
    </BaseTooltip.Portal>
  </BaseTooltip.Root>
)
