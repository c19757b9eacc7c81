import { IconArrowRight } from '@tabler/icons-react'

interface Props {
  items: readonly { field: string; before: string | null; after: string | null }[]
}

/** Changed values: old beside new. */
export function ChangeList({ items }: Props) {
  if (items.length === 0) return null
  return (
    <ul className="flex flex-col gap-0.5 py-1">
      {items.map(({ field, before, after }, index) => (
        <li key={`${field} ${index}`} className="break-words">
          <span className="text-text-2">{field}: </span>
          {before !== null && (
            <>
              <span className="sr-only">было </span>
              <s className="text-text-2">{before || 'пусто'}</s>{' '}
            </>
          )}
          <IconArrowRight size={12} aria-hidden="true" className="text-text-2" />
          <span className="sr-only">стало</span> {after === null || after === '' ? 'пусто' : after}
        </li>
      ))}
    </ul>
  )
}
