import { Dialog } from '@base-ui/react/dialog'
import { IconSearch, IconX } from '@tabler/icons-react'
import { useRef } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Key } from '../../../ui/text/key.tsx'
import { LABELS } from '../../../ui/fields/labels.ts'
import { PaletteList } from './command-palette-list.tsx'
import { useGo, type SearchChoice } from './own-groups.ts'
import { rememberPlace } from './recent.ts'
import { useChoices } from './use-choices.ts'
import { useChosen } from './use-chosen.ts'

interface Props {
  text: string
  onTextChange: (text: string) => void
  onClose: () => void
}

const NAME = 'Быстрый переход'

/** Command palette: finds pages, actions, orders, documents, parts and companies, and navigates there. */
export default function Palette({ text, onTextChange, onClose }: Props) {
  const typed = text.trim()
  const found = useChoices(typed)
  const go = useGo()
  const input = useRef<HTMLInputElement>(null)
  const went = useRef(false)
  const take = ({ place, run }: SearchChoice) => {
    went.current = place !== undefined
    if (place) rememberPlace(found.owner, place)
    onClose()
    if (run) void run()
    else if (place) void go(place.href)
  }
  const chosen = useChosen({ typed, choices: found.groups.flatMap(({ choices }) => choices), found, onTake: take })
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-[900] bg-shade" />
        <Dialog.Popup
          initialFocus={input}
          // After navigation the focus moves to the new page.
          finalFocus={() => (went.current ? document.getElementById('main') : true)}
          className="fixed inset-x-3 top-3 z-[910] mx-auto flex max-h-[calc(100dvh-1.5rem)] max-w-[40rem] flex-col overflow-hidden rounded-lg bg-surface text-text shadow-2xl outline-none sm:top-[12vh] sm:max-h-[76vh]"
        >
          <Dialog.Title className="sr-only">{NAME}</Dialog.Title>
          <div className="flex items-center gap-1 border-b border-hairline px-3">
            <IconSearch size={18} aria-hidden="true" className="flex-none text-text-3" />
            <input
              {...chosen.input}
              ref={input}
              type="text"
              enterKeyHint="go"
              aria-label={NAME}
              placeholder="Номер, артикул, пометка или раздел"
              value={text}
              maxLength={100}
              onChange={(event) => onTextChange(event.target.value)}
              className="h-12 min-w-0 flex-1 bg-transparent px-2 text-base outline-none placeholder:text-text-3 pointer-coarse:text-lg"
            />
            {text !== '' && (
              <IconButton
                label={LABELS.clear}
                icon={<IconX size={16} />}
                tabIndex={-1}
                onClick={() => {
                  onTextChange('')
                  input.current?.focus()
                }}
              />
            )}
            <Dialog.Close
              tabIndex={-1}
              className="flex-none rounded-md px-2 py-1 text-sm text-text-2 hover:bg-group hover:text-text pointer-coarse:min-h-11"
            >
              {LABELS.close}
            </Dialog.Close>
          </div>
          <PaletteList typed={typed} found={found} chosen={chosen} onTake={take} />
          <p
            aria-hidden="true"
            className="border-t border-hairline px-4 py-2 text-xs text-text-2 max-sm:hidden pointer-coarse:hidden"
          >
            <Key name="↑" />
            <Key name="↓" /> выбрать · <Key name="Enter" /> открыть · <Key name="Esc" /> закрыть
          </p>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
