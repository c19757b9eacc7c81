export { deliveryModule } from './delivery/index.ts'
export { priceConditionsModule } from './price-conditions/index.ts'
export {
  addDays,
  addWorkingDays,
  createPricing,
  createWhatIf,
  groupOffers,
  nextCutoff,
  nextRun,
  type OfferData,
  type PricedOffer,
  type Pricing,
  type Quote,
  type QuotedGroup,
  type Run,
  runsOn,
  type SpecialPrice,
  tooLow,
  type TooLow,
} from './prices/index.ts'
export { sourcesModule, tellOfStale } from './supply-routes/index.ts'
