import { roubles } from '../../lib/text/format.ts'

interface Props {
  label: string
  heads: readonly [string, string]
  rows: readonly { name: string; kop: number }[]
  /** Total of which each row is a share; without it shares are hidden. */
  share?: number
}

/** «12 %»; a share below one per cent has a text of its own. */
function shareText(kop: number, of: number): string {
  if (of <= 0 || kop <= 0) return ''
  const percent = Math.round((kop / of) * 100)
  return percent === 0 ? '< 1\u00a0%' : `${percent}\u00a0%`
}

/** Bar chart built as a table: its sums can be read aloud and copied, and the bars are beside them. */
export function BarTable({ label, heads: [name, sum], rows, share }: Props) {
  const most = Math.max(1, ...rows.map(({ kop }) => kop))
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 text-sm">
      <thead className="sr-only">
        <tr>
          <th scope="col">{name}</th>
          <th scope="col">{sum}</th>
        </tr>
      </thead>
      <tbody className="before:block before:h-2 after:block after:h-2">
        {rows.map((row) => (
          <tr key={row.name}>
            <th
              scope="row"
              className="w-2/5 max-w-0 px-4 py-1.5 text-left font-normal break-words hyphens-auto sm:w-1/3"
            >
              {row.name}
            </th>
            <td className="py-1.5 pr-4">
              <span className="flex items-baseline justify-between gap-3 tabular-nums">
                <span className="text-text-2">{share === undefined ? '' : shareText(row.kop, share)}</span>
                <span className={row.kop === 0 ? 'text-text-3' : 'font-semibold'}>{roubles(row.kop)}</span>
              </span>
              <svg
                aria-hidden="true"
                viewBox="0 0 100 1"
                preserveAspectRatio="none"
                className="mt-1 block h-1.5 w-full overflow-hidden rounded-sm"
              >
                <rect width="100" height="1" className="fill-group" />
                <rect width={(Math.max(row.kop, 0) / most) * 100} height="1" className="fill-info" />
              </svg>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
