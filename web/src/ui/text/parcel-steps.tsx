import { PARCEL_STAGES, type ParcelStep } from '@artikul/contract/ordering/orders/parcel'
import { IconCheck } from '@tabler/icons-react'
import { momentDay } from '../../lib/text/format.ts'
import { cx } from '../cx.ts'

/** Steps of a part from the order to its receipt; across the page, or below each other on a phone. */
export function ParcelSteps({ label, steps }: { label: string; steps: readonly ParcelStep[] }) {
  return (
    <ol aria-label={label} className="flex gap-y-3 text-sm max-sm:flex-col">
      {steps.map(({ stage, at }, index) => (
        <li
          key={stage}
          aria-current={at !== null && (steps[index + 1]?.at ?? null) === null ? 'step' : undefined}
          className={cx('flex min-w-0 gap-2 sm:flex-1 sm:flex-col', at === null && 'text-text-2')}
        >
          <span className="flex items-center">
            <span
              aria-hidden="true"
              className={cx(
                'grid size-5 flex-none place-items-center rounded-full border',
                at === null ? 'border-control bg-surface' : 'border-success bg-success text-white dark:text-black',
              )}
            >
              {at !== null && <IconCheck size={12} stroke={3} />}
            </span>
            {index < steps.length - 1 && (
              <span
                aria-hidden="true"
                className={cx(
                  'mx-1 h-0.5 flex-1 max-sm:hidden',
                  (steps[index + 1]?.at ?? null) === null ? 'bg-hairline' : 'bg-success',
                )}
              />
            )}
          </span>
          <span className="min-w-0">
            <span className={cx(at !== null && 'font-medium')}>{PARCEL_STAGES[stage]}</span>
            <span className="block text-xs text-text-2">{at === null ? 'впереди' : momentDay(at)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}
