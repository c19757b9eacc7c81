export { createDirectory, type Directory, type ReadDirectory } from './directory.ts'
export {
  reserveOffers,
  selectOfferPair,
  selectOffersAroundProduct,
  selectOffersByArticle,
  selectOffersOfPairs,
  selectProductByCode,
  selectSupersession,
  type OfferRow,
  type Warehouse,
  type Wave,
} from './catalog.queries.ts'
