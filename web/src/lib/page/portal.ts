import type { HexColor } from '@artikul/contract/platform/brand-colors'
import type { PortalPage } from '@artikul/contract/platform/portal-settings'
import { portalPageOf, shownPaths, type PublicPath } from '@artikul/contract/site/page-head'
import { useSyncExternalStore } from 'react'
import type { Role } from '@artikul/contract/core/roles'
import { hasRole } from '../session/guard.ts'

interface Portal {
  name: string
  /** Public pages that the supplier does without. */
  hiddenPages: readonly PortalPage[]
  /** Hash of the logo; null for the mark. */
  logo: string | null
}

const metaText = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content.trim() ?? ''

/** As the server has written it into the page. */
let portal: Portal = {
  name: metaText('product-name') || 'Артикул',
  hiddenPages: metaText('hidden-pages').split(' ').filter(Boolean) as PortalPage[], // written by the server
  logo: metaText('portal-logo') || null,
}
const listeners = new Set<() => void>()

/** Calls the listener after every change, until the returned function is called. */
export function followPortal(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const getPortal = (): Portal => portal
export const usePortal = (): Portal => useSyncExternalStore(followPortal, getPortal)

/** Replaces the style sheet of the supplier's colour; the former one leaves when the new one has come. */
function showColor(color: HexColor | null) {
  const former = [...document.head.querySelectorAll('link[data-brand]')]
  const leave = () => {
    for (const link of former) link.remove()
  }
  if (color === null) {
    leave()
    return
  }
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = `/brand/${color.slice(1)}.css`
  link.dataset['brand'] = ''
  link.addEventListener('load', leave)
  document.head.append(link)
}

/** Shows saved settings without a reload. */
export function showPortal({ color, ...shown }: Partial<Portal> & { color?: HexColor | null }) {
  portal = { ...portal, ...shown }
  if (color !== undefined) showColor(color)
  for (const listener of listeners) listener()
}

/** Returns those of the public pages that are not hidden. */
export function useShownPaths<Path extends PublicPath>(paths: readonly Path[]): Path[] {
  const shown = shownPaths(usePortal())
  return paths.filter((path) => shown.includes(path))
}

/**
 * Checks whether the reader is told that the page does not exist: a hidden one, which managers still prepare. The
 * description of the API is not written by them, and the home page leads elsewhere.
 */
export function isMissing(path: string, roles: readonly Role[], shown = portal): boolean {
  const page = portalPageOf(path)
  if (page === null || page === 'home' || !shown.hiddenPages.includes(page)) return false
  return page === 'api' || !hasRole(roles, ['ArtikulOrderManager'])
}

/** Checks whether the page at the path is hidden. */
export function isHidden(path: string, { hiddenPages }: Portal = portal): boolean {
  const page = portalPageOf(path)
  return page !== null && hiddenPages.includes(page)
}
