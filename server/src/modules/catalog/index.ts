export {
  createBrands,
  createDirectory,
  type Directory,
  type BrandKeys,
  type ReadBrands,
  type ReadDirectory,
} from './directory.ts'
export {
  reserveOffers,
  selectOfferPair,
  selectOffersAroundProduct,
  selectOffersByArticle,
  selectOffersByName,
  selectOffersByReadings,
  selectOffersOfPairs,
  selectProductByCode,
  selectSuggestions,
  selectSupersession,
  type OfferRow,
  type Warehouse,
  type Wave,
} from './catalog.queries.ts'
export {
  selectOffersOfProducts,
  selectProductsByKeys,
  selectProductsByReadings,
  type FoundProduct,
  type RelatedOfferRow,
} from './bulk.queries.ts'
