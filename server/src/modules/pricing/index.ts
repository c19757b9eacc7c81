export { createPricing, type PricedOffer, type Pricing, type Quote } from './pricing.service.ts'
export { groupOffers } from './offer-groups.ts'
export { addDays, addWorkingDays } from './terms.ts'
