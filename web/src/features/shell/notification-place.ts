import type { Notification } from '@artikul/contract/notifications'

interface Place {
  to: string
  search: Record<string, string>
}

/** The page that tells the rest. */
export function placeOf({ about, about_id: id, kind }: Notification, forStaff: boolean): Place {
  const at = (to: string, search: Place['search'] = {}): Place => ({ to, search })
  if (about === 'order') return at(`/orders/${id}`)
  if (about === 'shipment') return at(`/shipments/${id}`)
  if (about === 'request') return at(`/requests/${id}`)
  if (about === 'claim') return at(`/claims/${id}`)
  if (about === 'watch') return at('/watches')
  if (about === 'price_file') return at('/price-list')
  if (about === 'company') return at(forStaff || kind === 'company.declined' ? `/contractors/${id}` : '/')
  return at('/admin', { tab: about === 'mail' ? 'mail' : 'supplier-orders' })
}
