export { createPricing, type PricedOffer, type Pricing, type Quote } from './pricing.service.ts'
export { groupOffers, type QuotedGroup } from './offer-groups.ts'
export { addWorkingDays, nextCutoff } from './terms.ts'
