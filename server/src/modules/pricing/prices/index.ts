export {
  type ChosenGroups,
  createPricing,
  createWhatIf,
  type OfferData,
  type PricedOffer,
  type Pricing,
  type Quote,
  type SpecialPrice,
  type WhatIf,
} from './pricing.ts'
export { createColumnPrices } from './column-prices.ts'
export { tooLow, type TooLow } from './floor.ts'
export type { ComputedPriceStep } from './price-engine.ts'
export { groupOffers, type QuotedGroup } from './offer-groups.ts'
export { addDays, addWorkingDays, nextCutoff, nextRun, runsOn, type Run } from './terms.ts'
export type { PricingCondition } from './price-rules.ts'
