import { useQuery } from '@tanstack/react-query'
import type { Product, ProductBrief } from '@artikul/contract/catalog/catalog'
import { formatQty } from '@artikul/contract/core/money'
import { unitText } from '@artikul/contract/core/units'
import { IconArrowRight } from '@tabler/icons-react'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useState, Suspense, type ComponentType, type ReactNode } from 'react'
import { useViewer } from '../../../../lib/session/buyer.ts'
import { useHasRole } from '../../../../lib/session/current-session.ts'
import { day } from '../../../../lib/text/format.ts'
import { useTitle } from '../../../../lib/page/head.ts'
import { Article } from '../../../../ui/text/article.tsx'
import { CopyButton } from '../../../../ui/text/copy-button.tsx'
import { DefinitionList } from '../../../../ui/text/definition-list.tsx'
import { EmptyState } from '../../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../../ui/states/not-loaded.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Tag } from '../../../../ui/text/tag.tsx'
import { productQuery, type SeenProduct } from '../catalog.api.ts'
import { Gallery } from './gallery.tsx'
import { ManagerRequest } from './manager-request.tsx'
import { productForClient, useClientView } from '../client-view/client-view.ts'
import { ClientViewBar, ClientViewSwitch } from '../client-view/client-view-bar.tsx'
import { HidePurchase, InsideOffers } from './inside.tsx'
import { LastAdditions } from '../offers/last-additions.tsx'
import { OfferList } from '../offers/offer-list.tsx'
import { OriginalNumbers } from './original-numbers.tsx'
import { Together } from './together.tsx'
import { arrange, markBest, toRows, type OfferSort } from '../search-result.ts'
import { useAlertProduct, AlertProductContext, type AlertProduct } from './alert-product.ts'

const route = getRouteApi('/catalog/$code')

/** Editing of photos and properties; belongs to another feature. */
export type EditContent = ComponentType<{ product: Product }>

/** Certificates of the product and its brand; belong to another feature. */
type ProductCertificates = ComponentType<{ product: Product }>

/** Explanation of a price; belongs to another feature. */
export type WhyPrice = ComponentType<{ product: ProductBrief }>

interface Props {
  watchProduct?: AlertProduct | null
  whyPrice?: WhyPrice | null
  whyOwnPrice?: WhyPrice | null
  editContent?: EditContent | null
  certificates?: ProductCertificates | null
}

export default function ProductPage({
  watchProduct = null,
  whyPrice = null,
  whyOwnPrice = null,
  editContent = null,
  certificates = null,
}: Props) {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const { code } = route.useParams()
  const navigate = route.useNavigate()
  const viewer = useViewer()
  const { data, error, refetch } = useQuery({
    ...productQuery(code, viewer),
    placeholderData: (before, query) => (query?.queryKey[1] === code ? before : undefined),
  })
  const rightCode = data?.code
  useEffect(() => {
    // An old code still finds the product; the address is replaced by its current code.
    if (rightCode && rightCode !== code)
      void navigate({ to: '/catalog/$code', params: { code: rightCode }, replace: true })
  }, [rightCode, code, navigate])
  if (data)
    return (
      <AlertProductContext value={watchProduct}>
        <InsideOffers inside={data.inside}>
          <Loaded
            key={data.code}
            product={data}
            whyPrice={isClient ? whyOwnPrice : whyPrice}
            editContent={editContent}
            certificates={certificates}
          />
        </InsideOffers>
      </AlertProductContext>
    )
  return (
    <>
      <PageHeader title="Карточка товара" crumbs={[{ label: 'Каталог', to: '/catalog' }, { label: 'Товар' }]} />
      <Panel flush>
        <QueryFallback error={error} onRetry={refetch} />
      </Panel>
    </>
  )
}

interface LoadedProps {
  product: SeenProduct
  whyPrice: WhyPrice | null
  editContent: EditContent | null
  certificates: ProductCertificates | null
}

function Loaded({ product, whyPrice: Why, editContent: Edit, certificates: Certificates }: LoadedProps) {
  useTitle(`${product.brand} ${product.article}`)
  const isStaff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const Watch = useAlertProduct()
  const { shown } = useClientView()
  const seen = useMemo(() => (shown ? productForClient(product, shown) : product), [product, shown])
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Каталог', to: '/catalog' }, { label: `${product.brand} ${product.article}` }]}
        title={
          <span className="inline-flex flex-wrap items-center gap-x-2">
            {product.brand} <Article>{product.article}</Article> <CopyButton text={product.article} />
          </span>
        }
        subtitle={product.name}
        actions={
          <>
            {Watch && (
              <Suspense>
                <Watch product={product} available={product.offers.length > 0} />
              </Suspense>
            )}
            {Why && !shown && (
              <Suspense>
                <Why product={product} />
              </Suspense>
            )}
            {Edit && isStaff && (
              <Suspense>
                <Edit product={product} />
              </Suspense>
            )}
            <ManagerRequest about={product} />
            <LastAdditions />
            <ClientViewSwitch />
            {product.inside && <HidePurchase />}
          </>
        }
      />
      <ClientViewBar />
      <div className="flex items-start gap-4 max-xl:flex-col">
        <div className="flex w-full flex-col gap-4 xl:w-58 xl:flex-none">
          <Gallery title={`${product.brand} ${product.article}`} photos={product.photos} />
          <Panel title="Свойства">
            <DefinitionList
              items={[
                ['Бренд', product.brand],
                ['Единица', unitText(product.unit)],
                ['Кратность', formatQty(product.multiplicity)],
                ['Вес', product.weight_kg !== null && `${formatQty(product.weight_kg)}\u00a0кг`],
                ['Штрихкод', product.barcode],
                ['Страна', product.country],
                ['ГТД', product.gtd],
                ['Группа', product.inventory_group],
                ['Маркировка', markingText(product)],
                ...product.properties.map(({ name, value, unit }) => [name, `${value} ${unit}`.trim()] as const),
              ]}
            />
            {product.description && <p className="mt-3 text-sm text-text-2">{product.description}</p>}
          </Panel>
          {Certificates && (
            <Suspense>
              <Certificates product={product} />
            </Suspense>
          )}
          <OriginalNumbers numbers={product.original_numbers} />
          {product.supersession.length > 0 && <Supersession product={product} />}
          <Together code={product.code} />
        </div>
        <div className="flex w-full min-w-0 flex-1 flex-col gap-4">
          <Offers product={seen} />
        </div>
      </div>
    </>
  )
}

function markingText({ marking }: Product) {
  if (!marking) return null
  const from = marking.required_from
  return (
    <Tag tone={from ? 'warn' : 'neutral'}>{from ? `Честный знак с ${day(from)}` : 'Честный знак: эксперимент'}</Tag>
  )
}

/** The maker's chain of numbers, oldest first. */
function Supersession({ product }: { product: Product }) {
  return (
    <Panel title="История номеров">
      <ol className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
        {product.supersession.map((item, index) => (
          <li key={item.id} className="flex items-center gap-2">
            {index > 0 && <IconArrowRight size={14} aria-label="заменён на" className="text-text-2" />}
            <ProductLink item={item} current={item.id === product.id} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function ProductLink({ item, current }: { item: ProductBrief; current: boolean }): ReactNode {
  if (current) return <Article className="font-semibold">{item.article}</Article>
  return (
    <Link to="/catalog/$code" params={{ code: item.code }} className="underline underline-offset-2">
      <Article>{item.article}</Article>
    </Link>
  )
}

function Offers({ product }: { product: Product }) {
  const isClient = useHasRole('ContractorAdmin', 'ContractorUser')
  const [sort, setSort] = useState<OfferSort>('price')
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => {
    const own = { kind: 'asked', product, offers: product.offers } as const
    return toRows(markBest(arrange([own, ...product.replacements, ...product.analogues], { sort }), 1), closed)
  }, [product, sort, closed])
  const toggle = useCallback(
    (code: string) =>
      setClosed((all) => {
        const next = new Set(all)
        if (!next.delete(code)) next.add(code)
        return next
      }),
    [],
  )
  return (
    <section aria-label="Предложения" className="rounded-lg border border-hairline bg-surface">
      {rows.length > 0 ? (
        <OfferList rows={rows} needed={1} sort={sort} onSortChange={setSort} onToggle={toggle} />
      ) : (
        <EmptyState
          title="Предложений сейчас нет"
          text={`Ни у этого номера, ни у аналогов.${isClient ? ' Спросите вашего менеджера.' : ''}`}
        />
      )}
    </section>
  )
}
