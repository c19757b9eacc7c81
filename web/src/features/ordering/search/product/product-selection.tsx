import type { Facet, Maker, SearchReply } from '@artikul/contract/ordering/search'
import { counted } from '@artikul/contract/core/plural'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { CountChips } from '../../../../ui/lists/count-chips.tsx'
import { Panel } from '../../../../ui/panel.tsx'
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

const NO_FACETS: readonly Facet[] = []

/** Narrows products found by name, or of a group, by their properties. */
export function useProductSelection({
  products,
  groups,
  facets = NO_FACETS,
}: Pick<SearchReply, 'products' | 'groups'> & { facets?: readonly Facet[] | undefined }) {
  const [chosen, setChosen] = useState<Chosen>({})
  return useMemo(() => {
    const shown = select(products, facets, chosen)
    const ids = new Set(shown.map(({ id }) => id))
    return {
      all: products,
      facets,
      chosen,
      setChosen,
      products: shown,
      groups: products.length === 0 ? groups : groups.filter(({ product }) => ids.has(product.id)),
    }
  }, [products, groups, facets, chosen])
}

type Selection = ReturnType<typeof useProductSelection>

/** Choices by properties above the offers; absent when the products share no property. */
export function PropertyChoices({ selection: { all, facets, chosen, setChosen } }: { selection: Selection }) {
  if (facets.length === 0) return null
  return (
    <Panel flush>
      <ul aria-label="Свойства" className="divide-y divide-hairline text-sm">
        {facets.map((facet) => {
          const ids = new Set(select(all, facets, chosen, facet).map(({ id }) => id))
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
      </ul>
    </Panel>
  )
}

/** Products without an offer, below the offers of the others. */
export function UnofferedProducts({ selection: { all, products } }: { selection: Selection }) {
  const unoffered = products.filter(({ offers_count: count }) => count === 0)
  if (all.length > 0 && products.length === 0) return <p className="px-1 text-sm">С такими свойствами ничего нет.</p>
  if (unoffered.length === 0) return null
  const hasPhotos = unoffered.some(({ photo }) => photo)
  return (
    <Choice title={`Нет в наличии: ${counted(unoffered.length, 'деталь', 'детали', 'деталей')}`}>
      {unoffered.map((product) => (
        <li key={product.id}>
          <Link to="/catalog/$code" params={{ code: product.code }} className={CHOICE_ROW}>
            <Cells product={product} hasPhotos={hasPhotos} />
          </Link>
        </li>
      ))}
    </Choice>
  )
}
