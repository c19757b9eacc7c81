import { IconCheck } from '@tabler/icons-react'
import { cx } from './cx.ts'

interface Props {
  label: string
  steps: readonly string[]
  /** Index of the current step. */
  current: number
}

/** Progress of a form with several screens. */
export function Steps({ label, steps, current }: Props) {
  return (
    <ol aria-label={label} className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className={cx('flex items-center gap-1.5', index === current ? 'font-semibold' : 'text-text-2')}
        >
          <span
            aria-hidden="true"
            className={cx(
              'grid size-5 place-items-center rounded-full text-xs font-semibold',
              index === current ? 'bg-primary-fill text-white' : 'bg-group text-text-2',
            )}
          >
            {index < current ? <IconCheck size={12} /> : index + 1}
          </span>
          {step}
          {index < current && <span className="sr-only"> — заполнено</span>}
        </li>
      ))}
    </ol>
  )
}
