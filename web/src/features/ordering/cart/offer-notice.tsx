import { useMutation } from '@tanstack/react-query'
import { useOfferAcceptance } from '../../../lib/queries/use-offer-acceptance.ts'
import { Button } from '../../../ui/button.tsx'
import { PublicOfferAcceptanceBox } from '../../../ui/offer-to-accept.tsx'
import { toast, toastRefusal } from '../../../ui/hints/toast.ts'

/**
 * Asks for acceptance of the public offer, also on an empty cart: orders placed outside it need the same acceptance.
 */
export function OfferNotice() {
  const acceptance = useOfferAcceptance()
  const accepting = useMutation({
    mutationFn: acceptance.accept,
    onSuccess: (isAccepted) => isAccepted && toast({ severity: 'success', summary: 'Условия приняты' }),
    onError: toastRefusal('Условия не приняты'),
  })
  if (!acceptance.offer) return null
  return (
    <div className="mb-3">
      <PublicOfferAcceptanceBox acceptance={acceptance}>
        <Button size="sm" busy={accepting.isPending} onClick={() => accepting.mutate()}>
          Принять
        </Button>
      </PublicOfferAcceptanceBox>
    </div>
  )
}
