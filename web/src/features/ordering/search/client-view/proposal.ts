import { priceAt } from '@artikul/contract/catalog/best-offers'
import type { Offer, ProductBrief } from '@artikul/contract/catalog/catalog'
import { lineSumKop, toThousandths } from '@artikul/contract/core/money'
import { useSession } from '../../../../lib/session/current-session.ts'
import { storedValues } from '../../../../lib/browser/stored-value.ts'

export const MAX_PROPOSED = 100

/** A row of «Предложение клиенту», at the price of the client view. */
export interface ProposalLine {
  offer_id: number
  product: ProductBrief
  qty: number
  multiplicity: number
  min_qty?: number
  price_kop: number
  ready_on: string
}

const proposals = storedValues<readonly ProposalLine[]>(1)
const NOTHING: readonly ProposalLine[] = []

export function proposalLine(product: ProductBrief, offer: Offer, qty: number): ProposalLine | null {
  const { id: offer_id, multiplicity, min_qty, guaranteed_date: ready_on } = offer
  const price_kop = priceAt(offer, qty)
  return price_kop === null
    ? null
    : { offer_id, product, qty, multiplicity, ...(min_qty && { min_qty }), price_kop, ready_on }
}

export const sumKop = ({ price_kop, qty }: ProposalLine) => lineSumKop(price_kop, toThousandths(qty))
export const totalKop = (lines: readonly ProposalLine[]) => lines.reduce((total, line) => total + sumKop(line), 0)

/** Proposal of the buyer, stored in this browser per company. */
export function useProposal() {
  const { contractor } = useSession()
  const name = `artikul.client-offer.${contractor?.id ?? ''}`
  const lines = proposals.useValue(name) ?? NOTHING
  const write = (next: ProposalLine[]) => proposals.write(name, next.length > 0 ? next : null)
  const remove = (offerId: number) => write(lines.filter((line) => line.offer_id !== offerId))
  return {
    lines,
    remove,
    has: (offerId: number) => lines.some((line) => line.offer_id === offerId),
    add: (line: ProposalLine) => write([...lines, line]),
    setQty: (offerId: number, qty: number) =>
      write(lines.map((line) => (line.offer_id === offerId ? { ...line, qty } : line))),
    clear: () => write([]),
  }
}
