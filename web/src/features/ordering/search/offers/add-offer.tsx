import type { Offer, OfferGroup } from '@artikul/contract/catalog/catalog'
import { IconShoppingCartPlus } from '@tabler/icons-react'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { useBuyer } from '../../../../lib/session/buyer.ts'
import { QtyStepper } from '../../../../ui/fields/qty-stepper.tsx'
import { announceRounding } from '../../../../ui/text/announce-rounding.ts'
import { ProposeButton } from '../client-view/propose-button.tsx'

export interface OfferActions {
  /** `null` for people without a cart. */
  add: ((group: OfferGroup, offer: Offer, qty: number, byKey: boolean) => void) | null
  setQty: (offerId: number, qty: number) => void
}

interface Props {
  group: OfferGroup
  offer: Offer
  qty: number
  /** Accessible name of the offer. */
  title: string
  add: NonNullable<OfferActions['add']>
  setQty: OfferActions['setQty']
}

/** Quantity and button that adds to the cart or, for a manager, to the buyer's assisted order. */
export function AddOffer({ group, offer, qty, title, add, setQty }: Props) {
  const buyer = useBuyer()
  return (
    <>
      <ProposeButton product={group.product} offer={offer} qty={qty} title={title} />
      <QtyStepper
        label={`Количество, ${title}`}
        value={qty}
        step={offer}
        {...(offer.qty_exact && { max: offer.qty })}
        onValueChange={(next) => setQty(offer.id, next)}
        onRounded={(typed, rounded) => announceRounding(offer, typed, rounded)}
        onEnter={(entered) => add(group, offer, entered, true)}
      />
      <IconButton
        look="soft"
        size="row"
        label={`${buyer ? 'В заказ' : 'В корзину'}: ${title}`}
        icon={<IconShoppingCartPlus size={16} />}
        onClick={() => add(group, offer, qty, false)}
      />
    </>
  )
}
