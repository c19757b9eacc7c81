import { useQuery } from '@tanstack/react-query'
import { counted } from '@artikul/contract/core/plural'
import type { Cart } from '@artikul/contract/ordering/cart'
import { IconShoppingCart } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { cartsRoutes } from '@artikul/contract/ordering/carts'
import { moment } from '../../../lib/text/format.ts'
import { session, useMay, useSession } from '../../../lib/session/current-session.ts'
import { offerToAcceptQuery } from '../../../lib/queries/offer-query.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { FileButton } from '../../../ui/files/file-button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { lazyWithPreload } from '../../../ui/windows/lazy-with-preload.ts'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { Notice } from '../../../ui/hints/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { SaveTemplateButton } from '../../../ui/save-template-button.tsx'
import { call } from '../../../lib/api/call.ts'
import { cartQuery } from './cart.api.ts'
import { CartLines } from './cart-lines.tsx'
import { CartSwitch } from './cart-switch.tsx'
import { CartSummary } from './cart-summary.tsx'
import { OfferNotice } from './offer-notice.tsx'
import { NewConsigneeContext, type NewConsignee } from './checkout/new-consignee.ts'

const [CheckoutDialog, preloadCheckout] = lazyWithPreload(() => import('./checkout/checkout-dialog.tsx'))
const [SendForPlacingDialog, preloadSending] = lazyWithPreload(() => import('./checkout/send-for-placing-dialog.tsx'))

export default function CartPage({ newConsignee = null }: { newConsignee?: NewConsignee | null }) {
  const { data: cart, error, refetch } = useQuery(cartQuery)
  const mayPlace = useMay('place_orders')
  const offer = useQuery({ ...offerToAcceptQuery, enabled: mayPlace })
  // Waits for the notice about the public offer, which would otherwise push the lines down.
  const data = offer.isLoading ? undefined : cart
  const [ordering, setOrdering] = useState(false)
  const count = data?.lines.length
  useEffect(() => {
    if (count !== undefined) session.setCartLines(count)
  }, [count])
  return (
    <NewConsigneeContext value={newConsignee}>
      <PageHeader
        title="Корзина"
        subtitle={count === undefined ? '\u00a0' : counted(count, 'строка', 'строки', 'строк')}
        actions={<Actions cart={data} />}
      />
      {mayPlace && <OfferNotice />}
      {data && count !== 0 && <Filled cart={data} mayPlace={mayPlace} onCheckout={() => setOrdering(true)} />}
      {(!data || count === 0) && (
        <Panel flush>
          {count === 0 && <Empty />}
          {!data && <QueryFallback error={error} onRetry={refetch} />}
        </Panel>
      )}
      {ordering && (
        <Suspense>
          {mayPlace ? (
            <CheckoutDialog onClose={() => setOrdering(false)} />
          ) : (
            <SendForPlacingDialog onClose={() => setOrdering(false)} />
          )}
        </Suspense>
      )}
    </NewConsigneeContext>
  )
}

/** Notice of a cart composed by a manager, with the manager's name and message. */
const FromManager = ({ name, at, message }: NonNullable<Cart['from_manager']>) => (
  <Notice>
    <p>
      Заказ на подтверждение от менеджера: {name}, {moment(at)}. Проверьте и оформите его.
    </p>
    {message && <p className="mt-1 whitespace-pre-line">«{message}»</p>}
  </Notice>
)

function CartFile({ cart }: { cart: Cart | undefined }) {
  const name = `Корзина ${cart?.name.replace(/[^\p{L}\p{N} .-]/gu, ' ')}.xlsx`
  // An empty cart that was never filled is not stored and has no id.
  const id = cart?.id ?? 0
  return <FileButton name={name} disabled={id === 0} file={() => call(cartsRoutes.file, { params: { id } })} />
}

interface FilledProps {
  cart: Cart
  mayPlace: boolean
  onCheckout: () => void
}

function Filled({ cart, mayPlace, onCheckout }: FilledProps) {
  const troubled = cart.lines.filter((line) => line.difference !== null).length
  return (
    <div className="flex items-start gap-4 max-xl:flex-col">
      <div className="flex w-full min-w-0 flex-1 flex-col gap-3">
        {cart.from_manager && <FromManager {...cart.from_manager} />}
        {troubled > 0 && (
          <Notice tone="warn">
            Пока строки лежали в корзине, условия изменились. Отмечено ниже:{' '}
            {counted(troubled, 'строка', 'строки', 'строк')}.
          </Notice>
        )}
        <CartLines lines={cart.lines} />
      </div>
      <CartSummary
        cart={cart}
        mayPlace={mayPlace}
        onCheckout={onCheckout}
        onNear={mayPlace ? preloadCheckout : preloadSending}
      />
    </div>
  )
}

/**
 * Actions beside the title. Until the cart is loaded, the header's count determines them, so that the layout does not
 * move.
 */
function Actions({ cart }: { cart: Cart | undefined }) {
  const known = useSession().user?.cart_lines ?? 0
  const isFilled = (cart ? cart.lines.length : known) !== 0
  return (
    <>
      {isFilled && <CartFile cart={cart} />}
      {isFilled && <SaveTemplateButton orderId={null} disabled={!cart} />}
      <Link to="/search-by-document" className={buttonClass({}, 'max-md:hidden')}>
        Добавить из файла
      </Link>
      <CartSwitch />
    </>
  )
}

const Empty = () => (
  <EmptyState
    icon={<IconShoppingCart size={32} stroke={1.5} />}
    title="В корзине пусто"
    text="Найдите деталь по артикулу и добавьте подходящее предложение."
    action={
      <Link to="/catalog" className={buttonClass({ look: 'primary' })}>
        Перейти в каталог
      </Link>
    }
  />
)
