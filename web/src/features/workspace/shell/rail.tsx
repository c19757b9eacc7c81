import { IconChevronsLeft, IconChevronsRight, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { useHasRail, useHasWideRail } from '../../../lib/browser/use-media.ts'
import { storedValues } from '../../../lib/browser/stored-value.ts'
import { useNavPages, type NavPage } from '../../../lib/page/nav-pages.ts'
import { NAV_GROUPS, type NavGroup } from '../../../lib/page/page-meta.ts'
import { flushSync } from 'react-dom'
import { useSession } from '../../../lib/session/current-session.ts'
import { keysOf } from '@artikul/contract/core/keys'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { hasPageBelow, NAV_LABEL, NavLink } from './nav-link.tsx'

interface RailState {
  /** Names of the pages that the person keeps on top. */
  pinned: readonly string[]
  isFolded: boolean
}
const stored = storedValues<RailState>(1)
const USUAL: RailState = { pinned: [], isFolded: false }

/** Navigation on the left of a wide window: pinned pages, then all pages by group. */
export function Rail() {
  return useHasRail() ? <WideRail /> : null
}

function WideRail() {
  const pages = useNavPages()
  const canUnfold = useHasWideRail()
  const { user } = useSession()
  // Colleagues share browsers.
  const name = `navigation ${user?.id ?? ''}`
  const state = stored.useValue(name) ?? USUAL
  const isFolded = state.isFolded || !canUnfold
  const save = (change: Partial<RailState>) => stored.write(name, { ...state, ...change })
  const pinned = pages.filter(({ name }) => state.pinned.includes(name))
  const rest = Map.groupBy(
    pages.filter((page) => !pinned.includes(page)),
    ({ group }) => group,
  )
  const pin = (page: NavPage) => {
    const others = state.pinned.filter((one) => one !== page.name)
    // The button moves with its page and keeps the focus.
    flushSync(() => save({ pinned: pinned.includes(page) ? others : [...others, page.name] }))
    document.querySelector<HTMLElement>(`[data-pin="${page.name}"]`)?.focus()
  }
  const groups: [NavGroup | 'pinned', string, readonly NavPage[]][] = [
    ['pinned', 'Закреплённые', pinned],
    ...keysOf(NAV_GROUPS).map((group): [NavGroup, string, readonly NavPage[]] => [
      group,
      NAV_GROUPS[group],
      rest.get(group) ?? [],
    ]),
  ]
  return (
    <nav
      aria-label={NAV_LABEL}
      data-screen-only=""
      className={cx(
        'sticky top-14 z-40 flex h-[calc(100dvh-3.5rem)] flex-none flex-col gap-1 overflow-x-hidden overflow-y-auto border-r border-hairline bg-surface py-2',
        isFolded ? 'w-14 px-2' : 'w-52 px-1.5',
      )}
    >
      {groups.map(
        ([group, title, own]) =>
          own.length > 0 && (
            <section key={group} aria-label={title} className="flex flex-col">
              <h2
                aria-hidden="true"
                className={cx(
                  'px-2 pt-2 pb-1 text-xs font-medium text-text-3',
                  isFolded && 'mx-1 mt-1 h-px overflow-hidden border-t border-hairline p-0!',
                )}
              >
                {title}
              </h2>
              {own.map((page) => (
                <RailItem
                  key={page.name}
                  page={page}
                  isAbove={hasPageBelow(page, pages)}
                  isFolded={isFolded}
                  isPinned={group === 'pinned'}
                  onPin={() => pin(page)}
                />
              ))}
            </section>
          ),
      )}
      {canUnfold && (
        <IconButton
          label={isFolded ? 'Развернуть меню' : 'Свернуть меню'}
          icon={isFolded ? <IconChevronsRight size={18} /> : <IconChevronsLeft size={18} />}
          className="mt-auto"
          onClick={() => save({ isFolded: !isFolded })}
        />
      )}
    </nav>
  )
}

interface ItemProps {
  page: NavPage
  isAbove: boolean
  isFolded: boolean
  isPinned: boolean
  onPin: () => void
}

function RailItem({ page, isAbove, isFolded, isPinned, onPin }: ItemProps) {
  const title = page.menu ?? page.title
  return (
    <div className="group relative flex items-center">
      <NavLink
        page={page}
        isAbove={isAbove}
        isFolded={isFolded}
        className="relative flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-sm text-text-2 -outline-offset-2! hover:bg-group hover:text-text aria-[current=page]:bg-group aria-[current=page]:font-medium aria-[current=page]:text-text [&>svg]:flex-none"
      />
      {!isFolded && (
        <IconButton
          size="sm"
          label={isPinned ? `Открепить: ${title}` : `Закрепить вверху: ${title}`}
          icon={isPinned ? <IconPinnedOff size={14} /> : <IconPin size={14} />}
          data-pin={page.name}
          className="absolute right-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100"
          onClick={onPin}
        />
      )}
    </div>
  )
}
