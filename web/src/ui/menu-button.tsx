import { lazy, Suspense, useState, type ComponentProps, type ReactNode } from 'react'
import type { MenuItem } from './menu.tsx'

const Menu = lazy(() => import('./menu.tsx').then((module) => ({ default: module.Menu })))

type Props = ComponentProps<'button'> & { heading?: ReactNode; items: readonly MenuItem[] }

/** A plain button until it is pressed for the first time: the first screen does not carry the menu's code. */
export function MenuButton({ heading, items, ...button }: Props) {
  const [wanted, setWanted] = useState(false)
  const plain = (
    <button
      {...button}
      type="button"
      aria-haspopup="menu"
      aria-expanded={wanted}
      onPointerEnter={() => void import('./menu.tsx')}
      onClick={() => setWanted(true)}
    />
  )
  if (!wanted) return plain
  return (
    <Suspense fallback={plain}>
      <Menu defaultOpen trigger={<button {...button} type="button" />} heading={heading} items={items} />
    </Suspense>
  )
}
