import type { ReactNode } from 'react'

/** Names and values in two columns; a row without a value is omitted. */
export function DefinitionList({ items }: { items: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[minmax(4.5rem,auto)_minmax(6.25rem,1fr)] gap-x-4 gap-y-1.5 text-sm">
      {items
        .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-text-2">{name}</dt>
            <dd className="min-w-0 break-words lg:[&>span]:whitespace-normal">{value}</dd>
          </div>
        ))}
    </dl>
  )
}
