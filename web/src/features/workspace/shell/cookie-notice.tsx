import { LEGAL_LABELS } from '@artikul/contract/companies/legal-kinds'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'
import { storedValues } from '../../../lib/browser/stored-value.ts'
import { Button } from '../../../ui/button.tsx'

const NAME = 'cookies-read'
const RETENTION_MS = 365 * 86_400_000
/** Time when the notice was closed. */
const closed = storedValues<string>(1)

const isFresh = (at: string | null) => at !== null && Date.now() - Date.parse(at) < RETENTION_MS

/** Notice of technical cookies, shown once a year; it requires no consent. */
export function CookieNotice() {
  return isFresh(closed.useValue(NAME)) ? null : <Strip />
}

function Strip() {
  const strip = useRoomBelow()
  const close = () => {
    closed.write(NAME, new Date().toISOString())
    // After keyboard use the focus returns to the page.
    document.getElementById('main')?.focus({ preventScroll: true })
  }
  return (
    <section
      ref={strip}
      aria-label="Файлы cookie"
      data-screen-only=""
      className="fixed right-3 bottom-[calc(var(--bar)+0.75rem)] left-3 z-20 flex items-center justify-between gap-x-4 rounded-lg border border-control bg-surface p-3 text-xs text-text-2 shadow-lg sm:left-auto sm:max-w-sm"
    >
      <p>
        Портал использует только технические файлы cookie: без них нельзя войти и работать.{' '}
        <Link
          to="/offer"
          search={{ doc: 'privacy_policy' }}
          className="text-text underline underline-offset-2 hover:text-brand"
        >
          {LEGAL_LABELS.privacy_policy}
        </Link>
      </p>
      <Button size="sm" onClick={close}>
        Понятно
      </Button>
    </section>
  )
}

/** Publishes the notice's height as `--strip`, so that bottom bars and focused elements are not covered. */
function useRoomBelow() {
  const strip = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const root = document.documentElement.style
    const observer = new ResizeObserver(() =>
      root.setProperty('--strip', `${(strip.current?.offsetHeight ?? 0) + 12}px`),
    )
    if (strip.current) observer.observe(strip.current)
    return () => {
      observer.disconnect()
      root.removeProperty('--strip')
    }
  }, [])
  return strip
}
