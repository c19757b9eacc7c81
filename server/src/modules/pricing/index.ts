export { createPricing, type PricedOffer, type Pricing } from './pricing.service.ts'
export { groupOffers, type QuotedGroup } from './offer-groups.ts'
export { addWorkingDays, nextCutoff } from './terms.ts'
