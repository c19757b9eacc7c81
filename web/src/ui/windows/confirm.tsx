import { lazy } from 'react'
import { openOverlay, type OverlayProps } from './overlays.ts'

export interface ConfirmQuestion {
  title: string
  text?: string
  /** Marks an irreversible action: the button is outlined, not filled. */
  dangerous?: boolean
  /** Word to type before «Да»; spaces do not count. */
  typed?: { label: string; word: string }
}

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx'))

/** Asks «Да» / «Нет» before a destructive action. */
export function confirm(question: ConfirmQuestion): Promise<boolean> {
  return openOverlay<boolean>(function Asked({ close }: OverlayProps<boolean>) {
    return <ConfirmDialog {...question} onAnswer={close} />
  })
}
