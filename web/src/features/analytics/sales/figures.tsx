export interface Figure {
  name: string
  value: string
  note: string
}

/** Main figures of a period, each with what it means or how it compares. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
    {figures.map(({ name, value, note }) => (
      <div key={name} className="rounded-md border border-hairline bg-surface px-4 py-3">
        <dt className="text-sm text-text-2">{name}</dt>
        <dd className="mt-1 text-lg font-semibold tabular-nums">{value}</dd>
        <dd className="mt-1 text-xs text-text-2">{note}</dd>
      </div>
    ))}
  </dl>
)
