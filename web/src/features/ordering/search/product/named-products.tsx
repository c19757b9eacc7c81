import { MAX_NAMED, type Facet, type Maker } from '@artikul/contract/ordering/search'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { CountChips } from '../../../../ui/lists/count-chips.tsx'
import { Cells, Choice, CHOICE_ROW } from './product-choice.tsx'

type Chosen = Readonly<Record<string, string>>

const ANY = ''

const hasValue = ({ values }: Facet, chosen: string, productId: number) =>
  chosen === ANY || values.some(({ value, product_ids: ids }) => value === chosen && ids.includes(productId))

/** Selects the products with the chosen values of all facets, except one whose values are being counted. */
const select = (products: readonly Maker[], facets: readonly Facet[], chosen: Chosen, except?: Facet) =>
  products.filter(({ id }) =>
    facets.every((facet) => facet === except || hasValue(facet, chosen[facet.name] ?? ANY, id)),
  )

interface Props {
  products: readonly Maker[]
  facets: readonly Facet[] | undefined
}

/** Products found by name, narrowed by their properties; the buyer chooses one. */
export function NamedProducts({ products, facets = [] }: Props) {
  const [chosen, setChosen] = useState<Chosen>({})
  const shown = select(products, facets, chosen)
  const hasPhotos = products.some(({ photo }) => photo)
  return (
    <Choice title="Найдено по названию">
      {facets.map((facet) => {
        const ids = new Set(select(products, facets, chosen, facet).map(({ id }) => id))
        const chips = facet.values.map(({ value, product_ids: some }) => ({
          value,
          label: `${value} ${facet.unit}`.trim(),
          count: some.filter((id) => ids.has(id)).length,
        }))
        return (
          <li key={facet.name} className="flex items-start gap-3 px-4 py-2 max-md:flex-col max-md:gap-1">
            <span className="w-28 flex-none leading-8 text-text-2 max-md:leading-normal">{facet.name}</span>
            <CountChips
              label={facet.name}
              chips={[{ value: ANY, label: 'Все' }, ...chips]}
              value={chosen[facet.name] ?? ANY}
              onValueChange={(value) => setChosen((before) => ({ ...before, [facet.name]: value }))}
            />
          </li>
        )
      })}
      {shown.map((product) => (
        <li key={product.id}>
          <Link to="/catalog/$code" params={{ code: product.code }} className={CHOICE_ROW}>
            <Cells product={product} hasPhotos={hasPhotos} />
          </Link>
        </li>
      ))}
      {shown.length === 0 && <li className="px-4 py-2 text-text-2">С такими свойствами ничего нет.</li>}
      {products.length >= MAX_NAMED && (
        <li className="px-4 py-2 text-text-2">
          Показаны первые {MAX_NAMED}, сначала те, что есть в наличии. Добавьте слово или марку, чтобы уточнить.
        </li>
      )}
    </Choice>
  )
}
