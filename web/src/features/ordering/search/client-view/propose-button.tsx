import type { Offer, ProductBrief } from '@artikul/contract/catalog/catalog'
import { IconFileCheck, IconFilePlus } from '@tabler/icons-react'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { toast } from '../../../../ui/hints/toast.ts'
import { useShowsClient } from './client-view.ts'
import { MAX_PROPOSED, proposalLine, useProposal } from './proposal.ts'

interface Props {
  product: ProductBrief
  offer: Offer
  qty: number
  /** Brand, article and warehouse, which distinguish the offer from others. */
  title: string
}

/** «В предложение»: adds the offer to the proposal or removes it. Visible in the client view only. */
export function ProposeButton(props: Props) {
  return useShowsClient() ? <Toggle {...props} /> : null
}

function Toggle({ product, offer, qty, title }: Props) {
  const { lines, has, add, remove } = useProposal()
  const isIn = has(offer.id)
  const press = () => {
    const line = proposalLine(product, offer, qty)
    if (isIn) remove(offer.id)
    else if (lines.length >= MAX_PROPOSED)
      toast({ severity: 'warn', summary: `В предложении уже ${MAX_PROPOSED} строк` })
    else if (line) add(line)
  }
  return (
    <IconButton
      size="row"
      aria-pressed={isIn}
      label={`В предложение: ${title}`}
      title={isIn ? 'Убрать из предложения' : 'В предложение'}
      className={isIn ? 'text-success!' : ''}
      icon={isIn ? <IconFileCheck size={18} /> : <IconFilePlus size={18} />}
      onClick={press}
    />
  )
}
