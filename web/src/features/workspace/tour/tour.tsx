import { useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Coachmark } from '../../../ui/hints/coachmark.tsx'
import type { TourStep } from './tour-steps.ts'

interface Props {
  steps: readonly TourStep[]
  onClose: () => void
}

/** Steps through visible parts of the page frame. */
export default function Tour({ steps, onClose }: Props) {
  const [stops] = useState(() => findStops(steps))
  const [at, setAt] = useState(0)
  const next = useRef<HTMLButtonElement>(null)
  const stop = stops[at]
  if (!stop) return null
  const isLast = at === stops.length - 1
  return (
    <Coachmark anchor={stop.anchor} title={stop.title} focusOn={next} onClose={onClose}>
      <p className="text-text-2">{stop.text}</p>
      <div className="mt-3 flex items-center gap-2">
        <span className="mr-auto text-xs text-text-2">
          {at + 1} из {stops.length}
        </span>
        {!isLast && (
          <Button size="sm" look="ghost" onClick={onClose}>
            Пропустить
          </Button>
        )}
        {at > 0 && (
          <Button size="sm" onClick={() => setAt(at - 1)}>
            Назад
          </Button>
        )}
        <Button ref={next} size="sm" look="primary" onClick={() => (isLast ? onClose() : setAt(at + 1))}>
          {isLast ? 'Понятно' : 'Дальше'}
        </Button>
      </div>
    </Coachmark>
  )
}

const findStops = (steps: readonly TourStep[]) =>
  steps.flatMap((step) => {
    const anchor = [...document.querySelectorAll<HTMLElement>(step.at)].find((element) => element.checkVisibility())
    return anchor ? [{ ...step, anchor }] : []
  })
