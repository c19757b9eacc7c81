import { useEffect, useState } from 'react'

/**
 * Preserves the displayed value while the pointer is pressed, so that a press reaches the row that was visible.
 * @returns the value to show, and the handler of the element that shows it
 */
export function useWhilePressed<T>(latest: T): [shown: T, onPointerDown: () => void] {
  const [pressed, press] = useState<{ shown: T } | null>(null)
  useEffect(() => {
    if (!pressed) return
    // The click event follows the release of the pointer.
    const release = () => void setTimeout(() => press(null))
    window.addEventListener('pointerup', release)
    window.addEventListener('pointercancel', release)
    return () => {
      window.removeEventListener('pointerup', release)
      window.removeEventListener('pointercancel', release)
    }
  }, [pressed])
  const shown = pressed ? pressed.shown : latest
  return [shown, () => press({ shown })]
}
