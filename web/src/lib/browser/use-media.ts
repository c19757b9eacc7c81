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

/** Below this width tables are drawn as cards. */
export const useIsNarrow = () => useMedia('(max-width: 1023px)')

/** From this width there is room for the columns that are only good to know. */
export const useIsWide = () => useMedia('(min-width: 1280px)')

/** From this width they have room beside a purchase price too. */
export const useIsWidest = () => useMedia('(min-width: 1440px)')
