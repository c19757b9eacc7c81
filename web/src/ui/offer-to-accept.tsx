import type { OfferToAccept as Offer } from '@artikul/contract/companies/legal'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { day } from '../lib/text/format.ts'
import type { OfferAcceptance } from '../lib/queries/use-offer-acceptance.ts'
import { Checkbox } from './fields/checkbox.tsx'
import { Notice } from './hints/notice.tsx'

/** Changes of the public offer since it was accepted, with the checkbox; hidden when there is nothing to accept. */
export function PublicOfferAcceptanceBox({
  acceptance,
  children,
}: {
  acceptance: OfferAcceptance
  children?: ReactNode
}) {
  const { offer, isOnBehalf, isChecked, check, error } = acceptance
  if (!offer) return null
  return (
    <Notice tone="warn">
      <p className="font-semibold">{offer.is_changed ? 'Изменилась оферта' : 'Примите оферту перед первым заказом'}</p>
      <Changes offer={offer} />
      {isOnBehalf ? (
        <p className="mt-1 text-text-2">
          Принять её может только сам клиент: любой сотрудник компании, который оформляет заказы.
        </p>
      ) : (
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
          <Checkbox label="Принимаю условия оферты" checked={isChecked} onCheckedChange={check} />
          {children}
        </div>
      )}
      {error && (
        <p role="alert" className="text-xs text-accent">
          {error}
        </p>
      )}
    </Notice>
  )
}

const Changes = ({ offer: { changes } }: { offer: Offer }) => (
  <ul className="mt-1 flex flex-col gap-0.5">
    {changes.map(({ version, in_force_from, note }) => (
      <li key={version} className="break-words">
        {/* Opens in a new tab, so that the checkout stays as it is. */}
        <Link to="/offer" search={{ version }} target="_blank" className="text-brand underline underline-offset-2">
          Редакция {version} от {day(in_force_from)}
        </Link>
        {note && `: ${note}`}
      </li>
    ))}
  </ul>
)
