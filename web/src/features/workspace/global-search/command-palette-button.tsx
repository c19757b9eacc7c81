import { IconBolt } from '@tabler/icons-react'
import { Suspense, useCallback, useEffect, useState } from 'react'
import { useSession } from '../../../lib/session/current-session.ts'
import { isEditableTarget } from '../../../lib/browser/is-editable-target.ts'
import { isBehindDialog, MAIN_KEY, showQuick, useQuick } from '../../../lib/queries/overlay-store.ts'
import { lazyWithPreload } from '../../../ui/windows/lazy-with-preload.ts'

const [Palette, preloadPalette] = lazyWithPreload(() => import('./command-palette.tsx'))
const [KeyboardMap] = lazyWithPreload(() => import('./keyboard-map.tsx'))

/** Matches the key by its position too, because a Russian layout types «л» there. */
const isPaletteKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  (event.code === 'KeyK' || event.key.toLowerCase() === 'k')

const isPlain = (event: KeyboardEvent) => !event.ctrlKey && !event.metaKey && !event.altKey

/** Handles Ctrl K and «?»; passes keys typed while the palette loads to its field. */
function useKeys(onType: (key: string) => void, onClose: () => void) {
  const shown = useQuick()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        event.preventDefault()
        if (shown === 'palette') onClose()
        else if (!isBehindDialog()) showQuick('palette')
      } else if (isEditableTarget(event) || !isPlain(event) || event.key.length > 1) return
      else if (shown === 'palette') {
        event.preventDefault()
        onType(event.key)
      } else if (event.key === '?' && shown === null && !isBehindDialog()) {
        event.preventDefault()
        showQuick('keys')
      }
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [shown, onType, onClose])
  return shown
}

/** Button and keys of the command palette, whose code is loaded on demand. */
export function PaletteButton() {
  const { user, contractor } = useSession()
  if (!user || user.must_set_second_factor) return null
  return <OwnPalette key={`${user.id} ${contractor?.id ?? ''}`} />
}

function OwnPalette() {
  const [text, setText] = useState('')
  const type = useCallback((key: string) => setText((before) => before + key), [])
  const close = useCallback(() => {
    showQuick(null)
    setText('')
  }, [])
  const shown = useKeys(type, close)
  // Closes the palette when the user or the company changes.
  useEffect(() => close, [close])
  return (
    <>
      <button
        type="button"
        aria-label={`Быстрый переход, ${MAIN_KEY} K`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        title={`Быстрый переход (${MAIN_KEY} K)`}
        className="grid size-8 flex-none place-items-center rounded-md text-text-2 hover:bg-group hover:text-text max-xl:hidden pointer-coarse:size-11"
        onPointerEnter={preloadPalette}
        onFocus={preloadPalette}
        onClick={() => showQuick('palette')}
      >
        <IconBolt size={20} aria-hidden="true" />
      </button>
      <Suspense>
        {shown === 'palette' && <Palette text={text} onTextChange={setText} onClose={close} />}
        {shown === 'keys' && <KeyboardMap onClose={close} />}
      </Suspense>
    </>
  )
}
