import { storedValues } from '../../../lib/browser/stored-value.ts'

const MOST = 8

/** Recently opened place; only its address is stored, no reply of the server. */
export interface Place {
  kind: 'page' | 'order' | 'product' | 'line' | 'shipment' | 'invoice' | 'company' | 'contact'
  title: string
  note: string
  href: string
}

const places = storedValues<readonly Place[]>(1)

const nameOf = (owner: string) => `palette:${owner}`

/** Recent places of one user and company, newest first. */
export const recentPlaces = (owner: string): readonly Place[] => places.read(nameOf(owner)) ?? []

export function rememberPlace(owner: string, place: Place) {
  const others = recentPlaces(owner).filter(({ href }) => href !== place.href)
  places.write(nameOf(owner), [place, ...others].slice(0, MOST))
}
