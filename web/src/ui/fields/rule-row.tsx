import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { cx } from '../cx.ts'
import { IconButton } from '../icon-button.tsx'

interface Acts {
  onOpen: () => void
  /** Receives the button, so that the focus returns to it after its row has moved. */
  onUp: ((button: HTMLButtonElement) => void) | null
  onDown: ((button: HTMLButtonElement) => void) | null
  onRemove: () => void
}

interface Props {
  /** Position among all rules, from one. */
  place: number
  title: string
  /** Capitalizes the title, when it starts with a word and not with a name. */
  capital?: boolean
  /** `null` for read-only access. */
  acts: Acts | null
}

/** One rule of an ordered list. */
export function RuleRow({ place, title, capital = false, acts }: Props) {
  const text = cx('min-w-0 flex-1 py-2 break-words', capital && 'first-letter:uppercase')
  return (
    <li className="flex min-h-10 items-center gap-3 border-t border-hairline px-4 text-sm first:border-0">
      <span className="w-8 flex-none text-text-2 tabular-nums">{place}</span>
      {acts ? (
        <>
          <button type="button" className={cx(text, 'text-left quiet-link')} onClick={acts.onOpen}>
            {title}
          </button>
          <IconButton
            size="row"
            label={`Выше: ${title}`}
            icon={<IconArrowUp size={16} />}
            disabled={!acts.onUp}
            onClick={(event) => acts.onUp?.(event.currentTarget)}
          />
          <IconButton
            size="row"
            label={`Ниже: ${title}`}
            icon={<IconArrowDown size={16} />}
            disabled={!acts.onDown}
            onClick={(event) => acts.onDown?.(event.currentTarget)}
          />
          <IconButton
            size="row"
            label={`Удалить правило: ${title}`}
            icon={<IconTrash size={16} />}
            onClick={acts.onRemove}
          />
        </>
      ) : (
        <span className={text}>{title}</span>
      )}
    </li>
  )
}
