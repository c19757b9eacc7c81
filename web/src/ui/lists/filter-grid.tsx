import { useId, useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'

interface Props {
  /** Search field of the list, always visible. */
  first: ReactNode
  /** Values of the other filters; the set ones are counted. */
  values: readonly unknown[]
  children: ReactNode
  /** Filters from the address or a row, always visible. */
  tags?: ReactNode
}

/**
 * Filters of a list in one row; on a phone all but the first collapse behind a button, so that the rows are visible.
 */
export function FilterGrid({ first, values, children, tags }: Props) {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const chosen = values.filter((value) => value !== undefined).length
  return (
    <search
      className="grid w-full grid-cols-[minmax(0,1fr)_auto] gap-2 lg:grid-cols-[minmax(14rem,1.5fr)_repeat(4,minmax(9rem,1fr))]"
      data-screen-only=""
    >
      {first}
      <Button
        className="self-end lg:hidden"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen((wasOpen) => !wasOpen)}
      >
        Фильтры{chosen > 0 && `: ${chosen}`}
      </Button>
      <div id={id} className={cx('col-span-full grid grid-cols-2 gap-2 lg:contents', !isOpen && 'max-lg:hidden')}>
        {children}
      </div>
      {tags}
    </search>
  )
}
