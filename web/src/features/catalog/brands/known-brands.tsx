import { useQuery } from '@tanstack/react-query'
import { brandRoutes } from '@artikul/contract/catalog/brands'
import { query } from '../../../lib/api/query.ts'

/** Brands of the home page for signed-out visitors; hidden when there are none or the request fails. */
export default function KnownBrands() {
  const { data } = useQuery(query(brandRoutes.known, {}, { staleTime: Infinity }))
  if (!data || data.original.length + data.other.length === 0) return null
  return (
    <section aria-labelledby="known-brands" className="mt-10">
      <h2 id="known-brands" className="mb-3 text-xl font-semibold">
        Бренды
      </h2>
      <div className="grid gap-4 md:grid-cols-2">
        <Names title="Оригинал" names={data.original} />
        <Names title="Аналоги" names={data.other} />
      </div>
    </section>
  )
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <div className="rounded-lg border border-hairline bg-surface p-4">
      <h3 className="text-base font-semibold">{title}</h3>
      <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm text-text-2">
        {names.map((name) => (
          <li key={name} className="break-words">
            {name}
          </li>
        ))}
      </ul>
    </div>
  )
}
