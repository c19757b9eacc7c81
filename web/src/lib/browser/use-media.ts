import { useSyncExternalStore } from 'react'

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** True below the width at which tables become cards; never on paper. */
export const useIsNarrow = () => useMedia('screen and (max-width: 1023px)')

/** True for fingers, on a phone or tablet. */
export const useIsTouch = () => useMedia('(pointer: coarse)')

/** True from the width at which secondary columns fit. */
export const useIsWide = () => useMedia('(min-width: 1280px)')

/** True from the width at which they fit beside a purchase price too. */
export const useIsWidest = () => useMedia('(min-width: 1600px)')

/** True from the width at which the navigation stands on the left. */
export const useHasRail = () => useMedia('(min-width: 1280px)')

/** True from the width at which the navigation on the left has room for words. */
export const useHasWideRail = () => useMedia('(min-width: 1440px)')
