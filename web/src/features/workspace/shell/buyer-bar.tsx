import { IconUserSearch } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useBuyer } from '../../../lib/session/buyer.ts'
import { useHasRole } from '../../../lib/session/current-session.ts'

const ChosenBuyer = lazy(() => import('./chosen-buyer.tsx'))

const SEARCHED = /^\/catalog(\/|$)/

/** «Покупатель: …»: the buyer for whom an order manager sees offers, with its balance. */
export function BuyerBar() {
  const isManager = useHasRole('ArtikulOrderManager')
  const path = useLocation({ select: ({ pathname }) => pathname })
  const buyer = useBuyer()
  if (!isManager || !SEARCHED.test(path)) return null
  return (
    <aside
      data-screen-only=""
      aria-label="Покупатель"
      className={
        'flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline px-3 py-1.5 text-sm lg:px-5 ' +
        (buyer ? 'bg-info/12' : 'bg-surface')
      }
    >
      <IconUserSearch size={16} aria-hidden="true" className="text-text-2 max-sm:hidden" />
      <Suspense fallback={<div className="h-9 w-full sm:w-96 pointer-coarse:h-11" />}>
        <ChosenBuyer buyer={buyer} />
      </Suspense>
      {!buyer && <p className="text-text-2">Цены розничные. Выберите покупателя, чтобы видеть его цены и сроки.</p>}
    </aside>
  )
}
