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
      className="sticky bottom-0 z-20 flex items-center justify-between gap-x-4 gap-y-2 border-t border-control bg-surface px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] text-xs text-text-2 lg:px-5"
    >
      <p>
        Портал использует только технические файлы cookie: без них нельзя войти и работать.{' '}
        <Link
          to="/offer"
          search={{ doc: 'privacy_policy' }}
          className="text-text underline underline-offset-2 hover:text-accent"
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

/** Publishes the strip's height as `--foot`, so that bottom bars and focused elements are not covered. */
function useRoomBelow() {
  const strip = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => root.setProperty('--foot', `${strip.current?.offsetHeight ?? 0}px`))
    if (strip.current) observer.observe(strip.current)
    return () => {
      observer.disconnect()
      root.removeProperty('--foot')
    }
  }, [])
  return strip
}
